import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { readDashboardView } from "./dashboard-view.ts";
import { exportBookings } from "./export-bookings.server.ts";

const by = { actor: { kind: "staff" as const, id: "someone" }, requestId: "request" };

async function exported(deps: ReturnType<typeof createTestDeps>, query = "") {
  const stream = await exportBookings(deps, readDashboardView(new URLSearchParams(query)), by);
  return await new Response(stream).text();
}

test("exports what is filtered, with a heading, in the view's order", async () => {
  const deps = createTestDeps();
  await createBooking(deps, {
    reference: "MCA-AAAA-AAAA",
    client_first_name: "Edith",
    client_last_name: "Hill",
  });
  await createBooking(deps, { reference: "MCA-CCCC-CCCC", status: "cancelled" });
  expect(await exported(deps, "status=pending")).toBe(
    [
      "Reference,Client,Referrer,Referrer Email,Assessments,Total (GBP),Status,Date",
      "MCA-AAAA-AAAA,Edith Hill,Joanna Reeve,Joanna.Reeve@example.org,Property and Finance Capacity Assessment,595.00,Pending Review,10/03/2027",
      "",
    ].join("\r\n"),
  );
});

test.each(["=HYPERLINK(1)", "+44", "-1", "@SUM(A1)", "\tx", "\rx", "＝1"])(
  "a spreadsheet does not run %j as a formula",
  async (name) => {
    const deps = createTestDeps();
    await createBooking(deps, { client_first_name: name, client_last_name: null });
    expect(await exported(deps)).toContain(`'${name}`);
  },
);

test("goes on past the rows that are read at once, and says so in the audit log", async () => {
  const deps = createTestDeps();
  for (let number = 0; number < 501; number += 1) await createBooking(deps);
  expect((await exported(deps)).trim().split("\r\n")).toHaveLength(502);
  expect(await deps.db.selectFrom("audit_log").select(["action", "actor_id"]).execute()).toEqual([
    { action: "bookings.exported", actor_id: "someone" },
  ]);
});
