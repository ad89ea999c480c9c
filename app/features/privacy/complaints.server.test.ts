import { expect, test } from "vitest";
import { sealedJsonColumn } from "#app/platform/secrets.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import type { ComplaintDetails } from "./complaint-schema.ts";
import { listComplaints } from "./complaints.server.ts";

const sealed = sealedJsonColumn<ComplaintDetails>("complaints", "details_sealed");

test("an open complaint stays on top however many were answered since, and every one is reached", async () => {
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
  const { shown, at } = await listComplaints(deps);
  expect(shown.slice(0, 2).map(({ reference }) => reference)).toEqual(["DPC-0", "DPC-203"]);
  expect([shown.length, at.count]).toEqual([50, 204]);
  const last = await listComplaints(deps, new URL("http://list/?complaints=5"));
  expect(last.shown.at(-1)!.reference).toBe("DPC-1");
});
