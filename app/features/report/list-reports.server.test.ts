import { describe, expect, test } from "vitest";
import { eraseMails, outboxOf } from "#app/features/mail/erase-mails.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { readDashboard } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { FIRST_PAGE } from "#app/kit/pages.ts";
import { readReportsPage } from "#app/features/staff/reports/read-reports-page.server.ts";
import { readBookingFile } from "#app/features/staff/booking/read-booking-file.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createDelivery, createReport } from "#tests/setup/reports.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { liftHold, placeHold } from "./change-report.server.ts";
import { openReports } from "./list-reports.server.ts";
import { REPORT_FILTERS } from "./report-list.ts";
import { holdsOf } from "./report-rows.server.ts";
import { returnReport, withdrawReport } from "./review-report.server.ts";

const DAY_MS = 86_400_000;
const by = BY_STAFF;

/** Bookings with a visit each, from Thursday 11 March 2027 on, a day later for each. Their reports are due ten
 * working days later. */
async function visited(count = 1) {
  const deps = createTestDeps();
  const bookings: BookingRow[] = [];
  const assessor = await createAssessor(deps, {}, { maxVisitsADay: 9 });
  for (let number = 0; number < count; number += 1) {
    const booking = await createBooking(deps, { status: "confirmed" });
    const plan = { ...PLAN, day: ["2027-03-11", "2027-03-12", "2027-03-15", "2027-03-16"][number]! };
    const made = await agreeVisit(deps, {
      ...by,
      plan,
      bookingId: booking.id,
      version: 1,
      assessorId: assessor.id,
      isReferrerTold: false,
      overruled: null,
    });
    if (!made.ok) throw new Error("no visit");
    bookings.push(booking);
  }
  return { deps, assessor, bookings, booking: bookings[0]! };
}

const stagesOf = async (deps: TestDeps) =>
  (await openReports(deps)).map(({ stage, dueOn }) => [stage, dueOn]);

/** Answers of “The report and the court”. */
const need = (deps: TestDeps, booking: BookingRow, answers: Record<string, string>) =>
  saveSections(deps, {
    booking,
    actor: { kind: "visitor" as const, id: null },
    requestId: "t",
    sections: { courtApplication: { answers } },
  });

describe("a report goes through the list", () => {
  test("from the end of the visit: being written, due, late, in review, sent, not received, received", async () => {
    const { deps, assessor, booking } = await visited();
    expect(await stagesOf(deps)).toEqual([]);
    // The visit ends at 11:30.
    deps.clock.set("2027-03-11T11:00:00.000Z");
    expect(await stagesOf(deps)).toEqual([]);
    deps.clock.set("2027-03-11T11:31:00.000Z");
    expect(await stagesOf(deps)).toEqual([["writing", "2027-03-25"]]);
    deps.clock.set("2027-03-23T09:00:00.000Z");
    expect(await stagesOf(deps)).toEqual([["due", "2027-03-25"]]);
    deps.clock.set("2027-03-26T09:00:00.000Z");
    expect(await stagesOf(deps)).toEqual([["late", "2027-03-25"]]);
    const { report } = await createReport(deps, booking.id, { author: assessor });
    expect(await stagesOf(deps)).toEqual([["review", "2027-03-25"]]);
    await returnReport(deps, {
      bookingId: booking.id,
      reportId: report.id,
      by,
      codes: ["file"],
      note: "Please sign it.",
    });
    expect(await stagesOf(deps)).toEqual([["late", "2027-03-25"]]);
    const { delivery } = await createDelivery(deps, booking.id, { author: assessor, text: "Signed" });
    expect(await stagesOf(deps)).toEqual([["unsent", null]]);
    await runDueJobs(deps);
    expect(await stagesOf(deps)).toEqual([["sent", null]]);
    deps.clock.advance(12 * DAY_MS);
    expect(await stagesOf(deps)).toEqual([["not-received", null]]);
    const received = { received_at: deps.clock.now().toISOString() };
    await deps.db.updateTable("report_deliveries").set(received).where("id", "=", delivery.id).execute();
    expect(await stagesOf(deps)).toEqual([]);
    const page = await readReportsPage(deps, new URL("http://list/?show=finished"));
    expect(page.reports).toMatchObject([{ bookingId: booking.id, about: "Version 2, received 07/04/2027" }]);
  });

  test("on hold while a hold is placed, and where it was before when that is lifted", async () => {
    const { deps, assessor, booking } = await visited();
    deps.clock.advance(2 * DAY_MS);
    const hold = () => placeHold(deps, { bookingId: booking.id, by, reason: "unpaid", note: "" });
    const lift = async () =>
      liftHold(deps, { bookingId: booking.id, by, holdId: (await holdsOf(deps, booking.id))[0]!.id });
    // A hold before there is a report keeps nobody from writing it.
    await hold();
    expect(await stagesOf(deps)).toEqual([["writing", "2027-03-25"]]);
    await createReport(deps, booking.id, { author: assessor });
    expect(await stagesOf(deps)).toEqual([["held", "2027-03-25"]]);
    await lift();
    expect(await stagesOf(deps)).toEqual([["review", "2027-03-25"]]);
  });

  test("a withdrawn report is to be written again", async () => {
    const { deps, assessor, booking } = await visited();
    deps.clock.advance(2 * DAY_MS);
    const { report } = await createDelivery(deps, booking.id, { author: assessor });
    await runDueJobs(deps);
    expect(await stagesOf(deps)).toEqual([["sent", null]]);
    await withdrawReport(deps, { bookingId: booking.id, reportId: report.id, by, reason: "Wrong file" });
    expect(await stagesOf(deps)).toEqual([["writing", "2027-03-25"]]);
  });

  test("a recipient whose mails were erased counts as sent to, and not received in time", async () => {
    const { deps, assessor, booking } = await visited();
    deps.clock.advance(2 * DAY_MS);
    await createDelivery(deps, booking.id, { author: assessor });
    await runDueJobs(deps);
    const mails = await outboxOf(deps.db, { bookingId: booking.id });
    await eraseMails(
      deps.db,
      mails.map(({ id }) => id),
    );
    expect(await stagesOf(deps)).toEqual([["sent", null]]);
    deps.clock.advance(12 * DAY_MS);
    expect(await stagesOf(deps)).toEqual([["not-received", null]]);
  });

  test("an addendum in review is due by no visit, and a cancelled or completed booking has no report to write", async () => {
    const { deps, assessor, bookings } = await visited(3);
    deps.clock.advance(8 * DAY_MS);
    await createDelivery(deps, bookings[0]!.id, { author: assessor });
    await createReport(deps, bookings[0]!.id, { author: assessor, kind: "addendum", text: "More" });
    const close = (status: BookingRow["status"], id: string) =>
      deps.db.updateTable("bookings").set({ status }).where("id", "=", id).execute();
    await close("cancelled", bookings[1]!.id);
    await close("completed", bookings[2]!.id);
    expect(await stagesOf(deps)).toEqual([["review", null]]);
  });
});

test("a hearing before the promised day makes a report due sooner, and puts it on top", async () => {
  const { deps, bookings } = await visited(2);
  await need(deps, bookings[1]!, { hearingOn: "2027-03-18", deadlineOn: "2027-03-24" });
  deps.clock.set("2027-03-16T09:00:00.000Z");
  const page = await readReportsPage(deps, FIRST_PAGE);
  expect(page.reports.map(({ bookingId, stage, deadlines }) => [bookingId, stage, deadlines])).toEqual([
    [
      bookings[1]!.id,
      "due",
      [
        { words: "Hearing 18/03/2027", isPast: false },
        { words: "Report needed by 24/03/2027", isPast: false },
      ],
    ],
    [bookings[0]!.id, "writing", []],
  ]);
  deps.clock.set("2027-03-19T09:00:00.000Z");
  const [first] = (await readReportsPage(deps, FIRST_PAGE)).reports;
  expect(first!.deadlines[0]).toEqual({ words: "Hearing 18/03/2027", isPast: true });
  expect((await readBookingFile(deps, bookings[1]!.id)).deadlines).toEqual(first!.deadlines);
});

test("five reviews hide no late report: each card of the dashboard has its number and leads to the list", async () => {
  const { deps, assessor, bookings } = await visited(4);
  deps.clock.set("2027-04-01T09:00:00.000Z");
  await createReport(deps, bookings[1]!.id, { author: assessor });
  for (let number = 0; number < 6; number += 1)
    await createReport(deps, (await createBooking(deps)).id, { author: assessor });
  const { parts } = await readDashboard(deps, readDashboardView(new URLSearchParams()));
  const stages = ["late", "review", "due", "not-received", "held"] as const;
  expect(stages.map((stage) => [stage, parts[stage].count, parts[stage].shown.length])).toEqual([
    ["late", 2, 2],
    ["review", 7, 5],
    ["due", 1, 1],
    ["not-received", 0, 0],
    ["held", 0, 0],
  ]);
  // Easter lies between.
  expect(parts.late.shown.map(({ booking, dueOn }) => [booking.id, dueOn])).toEqual([
    [bookings[0]!.id, "2027-03-25"],
    [bookings[2]!.id, "2027-03-31"],
  ]);
  for (const stage of stages) {
    const { count } = parts[stage];
    const page = await readReportsPage(deps, new URL(`http://list/?show=${stage}`));
    expect([page.openCount, page.reports.length]).toEqual([count, count]);
  }
});

test("the list has pages, and a filter that is not there is all open reports", async () => {
  const deps = createTestDeps();
  for (let number = 0; number < 27; number += 1) await createReport(deps, (await createBooking(deps)).id);
  const first = await readReportsPage(deps, new URL("http://list/?show=nothing"));
  expect([first.show, first.reports.length, first.hasNext, first.openCount]).toEqual(["open", 25, true, 27]);
  const second = await readReportsPage(deps, new URL("http://list/?page=2"));
  expect([second.reports.length, second.hasNext]).toEqual([2, false]);
  const keys = new Set([...first.reports, ...second.reports].map(({ id }) => id));
  expect(keys.size).toBe(27);
  for (const show of Object.keys(REPORT_FILTERS))
    expect((await readReportsPage(deps, new URL(`http://list/?show=${show}&page=9`))).reports).toEqual([]);
  expect((await readReportsPage(deps, new URL("http://list/?page=-1"))).page).toBe(1);
});
