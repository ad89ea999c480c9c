import { expect, test } from "vitest";
import { sealedJsonColumn } from "#app/platform/secrets.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import type { ComplaintDetails } from "./complaint-schema.ts";
import { listComplaints } from "./complaints.server.ts";

const sealed = sealedJsonColumn<ComplaintDetails>("complaints", "details_sealed");

test("an open complaint stays on the list however many were answered since, and the rest is counted", async () => {
  const deps = createTestDeps();
  const details = { name: "Ida Carter", email: "ida@example.org", complaint: "My name is misspelt." };
  const row = (number: number, state: "received" | "answered") => ({
    id: `complaint-${number}`,
    reference: `DPC-${number}`,
    email_key: details.email,
    details_sealed: sealed.encrypt(deps.secrets, `complaint-${number}`, details),
    state,
    created_at: new Date(Date.UTC(2027, 0, 1) + number).toISOString(),
    updated_at: "2027-02-01T00:00:00.000Z",
  });
  const answered = Array.from({ length: 203 }, (_, index) => row(index + 1, "answered"));
  await deps.db
    .insertInto("complaints")
    .values([row(0, "received"), ...answered])
    .execute();
  const { shown, left } = await listComplaints(deps);
  expect(shown[0]!.reference).toBe("DPC-0");
  expect([shown.length, left, shown.at(1)!.reference]).toEqual([201, 3, "DPC-203"]);
});
