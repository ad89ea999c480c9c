import { sql } from "kysely";
import { expect, test } from "vitest";
import { findStaff, listUsers, staffNames } from "#app/features/accounts/session/queries.server.ts";
import { countBookings, listBookings } from "#app/features/staff/dashboard/dashboard-queries.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { purgeMailBodies } from "#app/features/mail/erase-mails.server.ts";
import { wasMailTested } from "#app/features/mail/texts/mail-texts.server.ts";
import { readCalendar } from "#app/features/staff/calendar/read-calendar.server.ts";
import { listInfectedFiles } from "#app/features/report/infected-files.server.ts";
import { readAssessorHome } from "#app/features/visits/assessor-pages/assessor-visits.server.ts";
import { readBookingVisits } from "#app/features/visits/staff-pages/booking-visits.server.ts";
import { changeFeed, feedAddress, readFeed } from "#app/features/visits/calendar/calendar-feed.server.ts";
import { conflictsOfInterest } from "#app/features/visits/person/conflicts.server.ts";
import { fillSealedWords } from "#app/features/referral/fill-sealed-words.server.ts";
import { searchEverywhere } from "#app/features/staff/dashboard/search-everywhere.server.ts";
import { fillOtherParties } from "#app/features/referral/fill-other-parties.server.ts";
import { visitsToDo } from "#app/features/visits/plan/visits-to-do.server.ts";
import { needOf, whoIsFree } from "#app/features/visits/plan/who-is-free.server.ts";
import { readToInvoice } from "#app/features/billing/own/to-invoice.server.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { reportsToRead } from "#app/features/report-writing/reading/to-read.server.ts";
import { reportsElsewhere } from "#app/features/report-writing/read-check.server.ts";
import { finishedReports, openReports } from "#app/features/report/list-reports.server.ts";
import { byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";

/** SQLite's plan of each query. SQLite does not count rows to make it, so empty tables give the same plan. */
async function plansOf(read: (deps: TestDeps) => Promise<unknown>) {
  const statements: string[] = [];
  const deps = createTestDeps({}, (statement) => statements.push(String(statement)));
  await deps.db.selectFrom("roles").select("id").execute();
  statements.length = 0;
  await read(deps);
  const plans: string[] = [];
  for (const statement of [...statements]) {
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(deps.db);
    plans.push(...rows.map(({ detail }) => detail));
  }
  return plans;
}

const OF_STAFF = {
  findStaff,
  staffNames,
  "the page of staff": (deps: TestDeps) => listUsers(deps, { kind: "staff", search: "ann", limit: 51 }),
};

test.each(Object.entries(OF_STAFF))("%s reads no customers", async (_, read) => {
  const [users] = await plansOf(read);
  expect(users).toBe("SCAN users USING INDEX users_staff");
});

test("one's own bookings of a status are counted and listed without those of others", async () => {
  const view = readDashboardView(new URLSearchParams("owner=mine&status=completed"));
  const plans = await plansOf(async ({ db }) => {
    await countBookings(db, view, { viewerId: "ann" });
    await listBookings(db, view, { viewerId: "ann" });
  });
  const bookings = plans.filter((plan) => plan.startsWith("SEARCH bookings") && !plan.includes("autoindex"));
  const index = "SEARCH bookings USING COVERING INDEX bookings_owner_status (owner_id=? AND status=?)";
  expect(bookings).toEqual([index, index]);
});

test("files with a virus are found without reading other documents", async () => {
  const plans = await plansOf(({ db }) => listInfectedFiles(db, 5));
  expect(plans[0]).toBe("SEARCH documents USING INDEX documents_scan (scan=?)");
  expect(plans.join("\n")).not.toMatch(/SCAN|TEMP B-TREE/);
});

test("bookings to invoice are found without reading all that are completed", async () => {
  const plans = await plansOf(async (deps) => {
    await makeInvoicesHere(deps);
    await readToInvoice(deps);
  });
  const bookings = plans.filter((plan) => /^SEARCH (priced|bookings)/.test(plan));
  const ofOne = "SEARCH bookings USING INDEX sqlite_autoindex_bookings_1 (id=?)";
  const open = "SEARCH priced USING INDEX bookings_not_invoiced (status=?)";
  expect(new Set(bookings)).toEqual(new Set([ofOne, open]));
});

test("a page sorted by client is read from its index, wherever it starts", async () => {
  const plans = await plansOf(async (deps) => {
    const { id } = await createBooking(deps, { client_last_name: "Ødegård" });
    await listBookings(deps.db, readDashboardView(new URLSearchParams("sort=client")));
    await listBookings(deps.db, readDashboardView(new URLSearchParams(`sort=client&after=${id}`)));
  });
  const byName = plans.filter((plan) => plan.includes("bookings_by_client_name"));
  expect(byName).toEqual([
    "SCAN bookings USING COVERING INDEX bookings_by_client_name",
    expect.stringContaining("(<expr>=? AND (created_at,id)>(?,?))"),
    expect.stringContaining("(<expr>>?)"),
  ]);
});

test("who is free, the calendar and the tasks about visits read no visits of other days", async () => {
  const plans = await plansOf(async (deps) => {
    const booking = await createBooking(deps);
    const { id } = await createAssessor(deps);
    await createAssessor(deps);
    await whoIsFree(deps, PLAN, await needOf(deps, booking));
    await readCalendar(deps, { show: "month", day: PLAN.day, assessor: null });
    await readCalendar(deps, { show: "week", day: PLAN.day, assessor: id });
    await visitsToDo(deps, 5);
    await readBookingVisits(deps, booking);
    await readAssessorHome(deps, id);
    await changeFeed(deps, { ...byAssessor({ id }), userId: id, isOn: true });
    const token = /([\w-]+)\.ics$/.exec((await feedAddress(deps, id))!)![1]!;
    await readFeed(deps, { userId: id, token, knownTags: null });
  });
  const ofVisits = plans.filter((plan) => /\b(visits|visit_\w+|assessor_days_off)\b/.test(plan));
  expect(ofVisits.length).toBeGreaterThan(10);
  expect(ofVisits.filter((plan) => plan.startsWith("SCAN"))).toEqual([]);
});

test("a start without older litigation forms reads no form, and words find bookings by their index", async () => {
  expect(await plansOf(fillOtherParties)).toEqual([
    expect.stringMatching(/^SEARCH referral_sections .*INDEX referral_sections_without_party_words/),
    expect.stringMatching(/^SEARCH referral_forms/),
  ]);
  const plans = await plansOf(async (deps) => {
    await conflictsOfInterest(deps, await createBooking(deps, { client_first_name: "Ida" }));
  });
  expect(plans).toContainEqual(expect.stringMatching(/^SEARCH other_party_words .*\(word=\?\)/));
  expect(plans.filter((plan) => /SCAN (other_party|booking_search)_words/.test(plan))).toEqual([]);
});

test("a start without older bookings reads none, and sealed words find bookings by their index", async () => {
  expect(await plansOf(fillSealedWords)).toEqual([
    expect.stringMatching(/^SEARCH bookings USING .*INDEX bookings_without_sealed_words/),
  ]);
  const plans = await plansOf(async (deps) => {
    await createBooking(deps);
    await searchEverywhere(deps, readDashboardView(new URLSearchParams("search=0456+otley")));
  });
  const ofWords = plans.filter((plan) => plan.includes("search_words"));
  expect(ofWords.filter((plan) => plan.startsWith("SCAN"))).toEqual([]);
  expect(ofWords).toContainEqual(expect.stringMatching(/^SEARCH sealed_search_words .*word=\?/));
});

test("reports to read, and those about the same person, are found without reading other bookings", async () => {
  const plans = await plansOf(async (deps) => {
    const person = { personName: "Ida Carter", dateOfBirth: "1941-03-27" };
    const booking = await createBooking(deps, { client_last_name: "Carter" });
    await createBooking(deps, { client_last_name: "Carter" });
    await reportsElsewhere(deps, booking, person);
    await reportsToRead(deps, "owen");
  });
  expect(plans).toContainEqual(
    expect.stringMatching(/^SEARCH bookings .*bookings_by_client_name \(<expr>=\?\)/),
  );
  expect(plans.filter((plan) => /^SCAN (reports|bookings|report_\w+)\b/.test(plan))).toEqual([]);
});

test("on a night without old mails none is read", async () => {
  const [first] = await plansOf((deps) => purgeMailBodies(deps, "2001", { emailKeys: [], bookingIds: [] }));
  expect(first).toBe("SEARCH outbox USING INDEX outbox_bodies (finished_at<?)");
});

test("whether a test mail was sent is known without the other mails", async () => {
  expect(await plansOf(wasMailTested)).toEqual([
    "SEARCH outbox USING INDEX sqlite_autoindex_outbox_2 (dedupe_key>? AND dedupe_key<?)",
  ]);
});

test("the lists of reports read no table as a whole but the holds, which are few", async () => {
  const plans = await plansOf(async (deps) => {
    await openReports(deps);
    await finishedReports(deps, { offset: 0, limit: 26 });
  });
  const scans = plans.filter((plan) => plan.startsWith("SCAN"));
  expect(scans.filter((plan) => !plan.includes("report_holds"))).toEqual([]);
  const ofDeliveries = plans.filter((plan) => plan.includes("report_deliveries"));
  expect(ofDeliveries[0]).toContain("report_deliveries_open");
});
