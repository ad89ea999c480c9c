import { expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createInvoiceRow, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { readRange, readStatistics } from "./read-statistics.server.ts";

const RANGE = { from: "2027-03-01", to: "2027-03-31" };

test.each([
  ["", "2026-04-01", "2027-03-10"],
  ["from=2027-01-05&to=2027-02-01", "2027-01-05", "2027-02-01"],
  ["from=2027-02-01&to=2027-01-05", "2027-01-05", "2027-02-01"],
  ["from=soon&to=2027-01-31", "2026-02-01", "2027-01-31"],
  ["from=1990-01-01&to=2027-01-31", "2024-01-29", "2027-01-31"],
])("the range of ?%s is from %s to %s", (query, from, to) => {
  const now = new Date("2027-03-10T09:00:00.000Z");
  expect(readRange(new URLSearchParams(query), now)).toEqual({ from, to });
});

test.each([
  ["", "2026-12-14", "2026-12-01"],
  ["", "2025-01-14", "2026-04-01"],
  ["", "2027-03-10", "2027-03-01"],
  ["from=2026-06-01", "2026-12-14", "2026-06-01"],
  ["to=2026-11-30", "2026-12-14", "2025-12-01"],
])("the range of ?%s, with the first booking on %s, begins on %s", (query, firstDay, from) => {
  const now = new Date("2027-03-10T09:00:00.000Z");
  expect(readRange(new URLSearchParams(query), now, firstDay).from).toBe(from);
});

test("without dates the page begins in the month of the first booking", async () => {
  const deps = createTestDeps();
  await createBooking(deps, { created_at: "2027-01-31T23:30:00.000Z" });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const { text } = await render(deps, "/admin/statistics", cookie);
  expect(text).toContain("Bookings made from 1 January 2027");
});

async function withBookings(deps: TestDeps) {
  const leaflet = { utm_parameters: JSON.stringify({ utm_source: "leaflet", utm_medium: "paper" }) };
  const paid = await createBooking(deps, { ...leaflet, assessment_location: "Cardiff CF10 1AA" });
  await createInvoiceRow(deps, paid, { paid_pence: 20_000 });
  await createBooking(deps, { channel: "telephone", referrer_relationship: "Solicitor" });
  await createBooking(deps, { status: "cancelled", is_virtual: 1 });
  // The first is before the range by an hour, the second within it: in London it is April only from 23:00 UTC.
  await createBooking(deps, { created_at: "2027-02-28T23:00:00.000Z" });
  await createBooking(deps, { created_at: "2027-03-31T22:59:00.000Z" });
  await createBooking(deps, { created_at: "2027-03-31T23:00:00.000Z" });
}

test("bookings of the range are counted by source, relationship, region, assessment and month", async () => {
  const deps = createTestDeps();
  await withBookings(deps);
  const { total, ...groups } = await readStatistics(deps, RANGE);
  expect(total).toEqual({ bookings: 3, cancelled: 1, valuePence: 178_500, paidPence: 20_000 });
  const named = (rows: { name: string; bookings: number }[]) =>
    Object.fromEntries(rows.map(({ name, bookings }) => [name, bookings]));
  expect(named(groups.months)).toEqual({ "March 2027": 3 });
  expect(named(groups.sources)).toEqual({ leaflet: 1, Telephone: 1, "No source given": 1 });
  expect(named(groups.relationships)).toEqual({ Daughter: 2, Solicitor: 1 });
  expect(named(groups.regions)).toEqual({ Wales: 1, "Yorkshire and the Humber": 2, Virtual: 0 });
  expect(named(groups.assessments)).toEqual({ "Property and Finance Capacity Assessment": 3 });
  expect(named(groups.assessors)).toEqual({ "Nobody yet": 3 });
});

test("more bookings than are read at once are all counted, those of one instant too", async () => {
  const deps = createTestDeps();
  for (let made = 0; made < 1_001; made += 1) await createBooking(deps);
  expect((await readStatistics(deps, RANGE)).total.bookings).toBe(1_001);
});

test("the export has every group, and runs nothing that a stranger wrote into a link", async () => {
  const deps = createTestDeps();
  await createBooking(deps, { utm_parameters: JSON.stringify({ utm_source: "=HYPERLINK(1)" }) });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const { text: csv } = await render(deps, "/admin/statistics.csv?from=2027-03-01&to=2027-03-31", cookie);
  expect(csv).toContain("Group,Name,Bookings,Cancelled,Value (GBP),Paid (GBP)\r\n");
  expect(csv).toContain("Month,March 2027,1,0,595.00,0.00\r\n");
  expect(csv).toContain("Source,'=HYPERLINK(1),1,0,595.00,0.00\r\n");
});

test("the page shows tables and charts without scripts, also of an empty practice", async () => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const none = await render(deps, "/admin/statistics", cookie);
  expect(none.text).toContain("There is no booking yet");
  await withBookings(deps);
  const empty = await render(deps, "/admin/statistics?from=2020-03-01&to=2020-03-02", cookie);
  expect(empty.text).toContain("By source: nothing to show.");
  const { text } = await render(deps, "/admin/statistics?from=2027-03-01&to=2027-03-31", cookie);
  expect(text).toContain("1 March 2027 to 31 March 2027");
  for (const words of ["<svg", "By month", "By assessor", "leaflet", "£1,785", "Paid"])
    expect(text).toContain(words);
  const csv = await render(deps, "/admin/statistics.csv?from=2027-03-01&to=2027-03-31", cookie);
  expect(csv.text).toContain("Relationship,Solicitor,1");
});
