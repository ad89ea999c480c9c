import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, createInvoiceRow, createUser } from "#tests/setup/factories.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { agreeVisit, cancelVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { readDashboardView } from "./dashboard-view.ts";
import { exportBookings } from "./export-bookings.server.ts";

const by = { actor: { kind: "staff" as const, id: "someone" }, requestId: "request" };

async function exported(deps: ReturnType<typeof createTestDeps>, query = "") {
  return (await exportBookings(deps, readDashboardView(new URLSearchParams(query)), by)).text();
}

test("exports what is filtered, with a heading, in the view's order", async () => {
  const deps = createTestDeps();
  await createBooking(deps, {
    reference: "MCA-AAAA-AAAA",
    client_first_name: "Edith",
    client_last_name: "Hill",
    referrer_organisation: "Oakwood",
    preferred_date: "2027-04-01",
    owner_id: (await createUser(deps, { role_id: "coordinator" })).id,
  });
  await createBooking(deps, { reference: "MCA-CCCC-CCCC", status: "cancelled" });
  expect(await exported(deps, "status=pending")).toBe(
    [
      "Reference,Client,Referrer,Referrer Email,Assessments,Total (GBP),Status,Date,Assessment Date,Organisation,Phone,Owner,Contact Due,How It Came,Invoice,Invoice Total (GBP),Invoice Due,Payment,To Pay (GBP),Paid On,Stage,Next,Date Is,Preferred Date,Visit Date,Visit Time,Assessor,PO Number,Matter Reference,Billing Name,Billing Email",
      "MCA-AAAA-AAAA,Edith Hill,Joanna Reeve,Joanna.Reeve@example.org,Property and Finance Capacity Assessment,595.00,Pending Review,10/03/2027,01/04/2027,Oakwood,(+44) 7700900123,Sam Okafor,10/03/2027,,,,,,,,To contact,Contact the referrer,Wish,01/04/2027,,,,,,,",
      "",
    ].join("\r\n"),
  );
});

test("says of each invoice what is still to pay", async () => {
  const deps = createTestDeps();
  const [late, paid] = [await createBooking(deps), await createBooking(deps)];
  await createInvoiceRow(deps, late, {
    due_on: "2027-03-09",
    paid_pence: 20_000,
    vendor_total_pence: 59_500,
  });
  await createInvoiceRow(deps, paid, {
    number: "INV-2",
    vendor_status: "paid",
    paid_pence: 59_500,
    paid_on: "2027-03-08",
  });
  const csv = await exported(deps, "sort=date&direction=asc");
  expect(csv).toContain(",INV-0001,595.00,09/03/2027,Overdue,395.00,,");
  expect(csv).toContain(",INV-2,595.00,09/04/2027,Paid,0.00,08/03/2027,");
});

test("the agreed visit has the columns before the billing details, and a cancelled one has none", async () => {
  const deps = createTestDeps();
  const assessor = await createAssessor(deps);
  const { id: bookingId } = await createBooking(deps);
  const change = { ...BY_STAFF, bookingId, isReferrerTold: false };
  const plan = { ...PLAN, day: "2027-03-15" };
  await agreeVisit(deps, { ...change, version: 1, plan, assessorId: assessor.id, overruled: null });
  expect(await exported(deps)).toContain(
    ",Visit agreed,Ask for the referral forms,Visit,,15/03/2027,10:00–11:30,Priya Nair,,,,\r\n",
  );
  expect(await exported(deps, `assessor=${assessor.id}`)).toContain("Priya Nair");
  expect(await exported(deps, `assessor=${deps.ids.uuid()}`)).not.toContain("Priya Nair");
  await cancelVisit(deps, { ...change, version: 2, reason: "", after: "agree-another" });
  expect(await exported(deps)).not.toContain("Priya Nair");
});

test("the date of the assessment is that of the visit, and the wish stays one", async () => {
  const deps = createTestDeps();
  const assessor = await createAssessor(deps);
  const { id: bookingId } = await createBooking(deps, { preferred_date: "2027-04-01" });
  const change = { ...BY_STAFF, bookingId, isReferrerTold: false };
  expect(await exported(deps)).toContain(",10/03/2027,01/04/2027,");
  const plan = { ...PLAN, day: "2027-03-15" };
  await agreeVisit(deps, { ...change, version: 1, plan, assessorId: assessor.id, overruled: null });
  const csv = await exported(deps);
  expect(csv).toContain(",10/03/2027,15/03/2027,");
  expect(csv).toContain(",Visit,01/04/2027,15/03/2027,");
  await cancelVisit(deps, { ...change, version: 2, reason: "", after: "agree-another" });
  expect(await exported(deps)).toContain(",Wish,01/04/2027,,");
});

test("a price on request is an empty cell, not £0.00", async () => {
  const deps = createTestDeps();
  const other = { assessment_id: "other", name: "Other", price_pence: null };
  await createBooking(deps, { reference: "MCA-AAAA-AAAA" }, [other]);
  expect(await exported(deps)).toContain(",Other,,Pending Review,");
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

test("other work is done between the pieces, and nothing is read for a reader who is gone", async () => {
  const deps = createTestDeps();
  for (let number = 0; number < 510; number += 1) await createBooking(deps);
  const { body } = await exportBookings(deps, readDashboardView(new URLSearchParams()), by);
  const reader = body!.getReader();
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const count = new TextDecoder()
    .decode((await reader.read()).value)
    .trim()
    .split("\r\n").length;
  expect(count).toBeLessThanOrEqual(251);
  await reader.read();
  await reader.read();
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
  await reader.cancel();
  await deps.db.schema.dropTable("booking_lines").execute();
  expect((await reader.read()).done).toBe(true);
});
