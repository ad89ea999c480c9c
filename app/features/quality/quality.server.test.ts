import { expect, test } from "vitest";
import { logContact } from "#app/features/staff/booking/answer-booking-page.server.ts";
import { endLink, REFERRER } from "#app/features/report/change-report.server.ts";
import { readDelivery, recordReceipt } from "#app/features/report/open-delivery.server.ts";
import { deliveriesOf } from "#app/features/report/report-rows.server.ts";
import { REVIEW_CODES, type ReviewCode } from "#app/features/report/report-words.ts";
import { releaseReport, returnReport, withdrawReport } from "#app/features/report/review-report.server.ts";
import { readAgain } from "#app/features/report/samples.server.ts";
import { submitComplaint } from "#app/features/privacy/complaints.server.ts";
import { deleteErasedFiles } from "#app/features/privacy/erase-person.server.ts";
import { eraseBookingEverywhere } from "#app/features/privacy/personal-rooms.server.ts";
import { agreeVisit, cancelVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import { recordOutcome } from "#app/features/visits/outcome/record-outcome.server.ts";
import { NOT_HELD_REASONS } from "#app/features/visits/record/outcome.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createOrganisation } from "#tests/setup/organisations.ts";
import { createReport } from "#tests/setup/reports.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { readQuality } from "./read-quality.server.ts";

/** Numbers from 0 to 1 that are the same in each run. */
function seeded(seed: number) {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const BY_DAY = 86_400_000;
const at = (day: string, hour: number) => `${day}T${String(hour).padStart(2, "0")}:30:00.000Z`;
const later = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * BY_DAY).toISOString().slice(0, 10);
const HOLIDAYS = new Set(
  "2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 2026-12-28 2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31".split(
    " ",
  ),
);
const isOpen = (day: string) => {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !HOLIDAYS.has(day);
};
/** The first working day so many days after another, or later. */
const opening = (day: string, days: number): string =>
  isOpen(later(day, days)) ? later(day, days) : opening(day, days + 1);

type Reason = keyof typeof NOT_HELD_REASONS;
/** Sealed words that only the test knows, by the day and booking of their visit. */
type Truth = { reasons: Map<string, Reason> };

/** A year of bookings of two organisations and of nobody's, each as it might go. */
async function aYear(deps: TestDeps) {
  const random = seeded(7);
  const chance = (part: number) => random() < part;
  const pick = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)]!;
  const truth: Truth = { reasons: new Map() };
  const go = async <Answer extends { ok: boolean }>(what: Promise<Answer>) => {
    const answer = await what;
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    return answer as Extract<Answer, { ok: true }>;
  };
  deps.clock.set(at("2026-04-01", 7));
  const organisations = [
    await createOrganisation(deps, { name: "Penrose Law" }),
    await createOrganisation(deps, { name: "Ashby Council" }),
    null,
  ];
  const assessors = [
    await createAssessor(deps, { email: "one@example.org" }),
    await createAssessor(deps, { email: "two@example.org" }),
    await createAssessor(deps, { email: "three@example.org" }),
  ];
  const codes = Object.keys(REVIEW_CODES) as ReviewCode[];
  for (let index = 0; index < 90; index += 1) {
    const made = later("2026-04-01", index * 4);
    deps.clock.set(at(made, 8));
    const { id: bookingId } = await createBooking(deps, {
      organisation_id: organisations[index % 3]!,
      promise_hours: chance(0.2) ? 4 : null,
      channel: chance(0.1) ? "telephone" : null,
    });
    // Two have few of the visits.
    const assessor = index < 3 ? assessors[2]! : assessors[index % 2]!;
    const by = { deps, by: BY_STAFF, bookingId };
    if (chance(0.7)) {
      deps.clock.set(at(made, 9 + Math.floor(random() * 8)));
      await logContact(by, { outcome: chance(0.8) ? "spoke" : "no-answer", note: "", nextDay: null });
    }
    if (chance(0.05)) continue;
    deps.clock.set(at(later(made, 1), 19));
    let day = opening(made, 3 + Math.floor(random() * 12));
    const change = async () => ({
      ...BY_STAFF,
      bookingId,
      isReferrerTold: false,
      overruled: null,
      version: (await findBooking(deps.db, bookingId))!.version,
    });
    const agree = async (): Promise<string> => {
      const plan = { ...PLAN, day };
      const agreed = await agreeVisit(deps, { ...(await change()), plan, assessorId: assessor.id });
      if (agreed.ok) return agreed.visitId;
      day = opening(day, 1);
      return agree();
    };
    const visit = async (held: "full" | "part" | "none") => {
      const visitId = await agree();
      deps.clock.set(at(day, 15));
      const reason = pick(["unwell", "refused", "not-at-home", "unwell"] as const);
      if (held === "none") truth.reasons.set(visitId, reason);
      const outcome =
        held === "none"
          ? { notHeldReason: reason }
          : { startedAt: "10:05", endedAt: "11:30", conducted: "in-person", identity: "Passport" };
      await go(
        recordOutcome(deps, {
          ...byAssessor(assessor),
          visitId,
          outcome: OutcomeSchema.parse({ held, ...outcome, version: 0 }),
        }),
      );
      day = opening(day, 2);
    };
    if (chance(0.25)) {
      await agree();
      deps.clock.set(at(later(day, -Math.min(2, Math.floor(random() * 4))), 8));
      await go(
        cancelVisit(deps, { ...(await change()), reason: "", after: "agree-another" } as never) as Promise<{
          ok: boolean;
        }>,
      );
      day = opening(day, 3);
    }
    if (chance(0.3)) await visit("none");
    if (chance(0.15)) await visit("part");
    if (chance(0.1)) continue;
    await visit("full");
    if (chance(0.05)) continue;
    const declare = async (kind: "report" | "correction" = "report") => {
      deps.clock.advance(BY_DAY * Math.floor(random() * 6));
      const { report } = await createReport(deps, bookingId, { author: assessor, kind });
      return { bookingId, reportId: report.id, by: BY_STAFF };
    };
    const returned = async () => {
      const some = [...new Set([pick(codes.slice(0, 4)), pick(codes)])];
      const review = await declare();
      await go(returnReport(deps, { ...review, codes: some, note: "Please change it." }));
      // A release before this one left it so.
      if (index < 20)
        await deps.db.deleteFrom("review_findings").where("report_id", "=", review.reportId).execute();
      if (index < 20)
        await deps.db
          .updateTable("audit_log")
          .set({ note: null })
          .where("subject_id", "=", bookingId)
          .where("action", "=", "report.returned")
          .execute();
    };
    if (chance(0.35)) await returned();
    if (chance(0.1)) await returned();
    const review = await declare();
    deps.clock.advance(BY_DAY);
    await go(releaseReport(deps, { ...review, recipients: [REFERRER] }));
    if (index % 2 === 0) {
      const found = chance(0.6) ? [pick(codes.slice(0, 2))] : [];
      await deps.db
        .insertInto("review_samples")
        .values({
          report_id: review.reportId,
          chosen_as: "nth",
          chosen_at: at(made, 8),
          read_by: null,
          read_at: null,
          line_sealed: null,
        })
        .execute();
      await go(readAgain(deps, { ...review, codes: found, line: "" }));
    }
    const [delivery] = await deliveriesOf(deps, [review.reportId]);
    deps.clock.advance(BY_DAY * Math.floor(random() * 5));
    if (chance(0.8)) {
      const opened = (await readDelivery(deps, delivery!.id))!;
      await recordReceipt(deps, opened, { receivedBy: "Jane", by: BY_STAFF });
    }
    if (chance(0.3)) {
      const asked_at = deps.clock.now().toISOString();
      await deps.db
        .insertInto("report_questions")
        .values({
          id: deps.ids.uuid(),
          delivery_id: delivery!.id,
          number: 1,
          asked_at,
          due_on: day,
          text_sealed: "",
          purpose: pick(["clarify", "clarify", "wrong"] as const),
          state: "asked",
          document_id: null,
          passed_to: null,
          passed_at: null,
          answer_as: null,
          addendum_key: null,
          addendum_report_id: null,
          answer_sealed: null,
          closed_by: null,
          closed_at: null,
        })
        .execute();
    }
    if (chance(0.1)) await go(endLink(deps, { bookingId, by: BY_STAFF, deliveryId: delivery!.id }));
    if (chance(0.15))
      await go(releaseReport(deps, { ...(await declare("correction")), recipients: [REFERRER] }));
    if (chance(0.1)) await go(withdrawReport(deps, { ...review, reason: "Wrong file" }));
  }
  for (let index = 0; index < 6; index += 1) {
    deps.clock.set(at(later("2026-06-01", index * 30), 10));
    const complaint = { name: "Jane", email: `jane${index}@example.org`, complaint: "It was late." };
    await submitComplaint(deps, complaint, { clientAddress: `10.0.0.${index}`, requestId: "x" });
  }
  return { truth, assessors, organisations };
}

type Case = {
  what: string;
  month: string;
  organisation: string | null;
  assessor: string | null;
  value?: number;
};

const dayIn = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London", dateStyle: "short" });
const dayOf = (instant: string) => dayIn.format(new Date(instant));

/** How many working days come after a day until another one. */
function workingDays(from: string, to: string): number {
  let count = 0;
  for (let day = later(from, 1); day <= to; day = later(day, 1)) if (isOpen(day)) count += 1;
  return count;
}

/** Every case again, from the history and the tables, without the product's own counting. */
async function recount(deps: TestDeps, { reasons }: Truth): Promise<Case[]> {
  const { db } = deps;
  const log = await db.selectFrom("audit_log").selectAll().orderBy("at").orderBy("id").execute();
  const reports = await db.selectFrom("reports").selectAll().orderBy("version").execute();
  const visits = await db.selectFrom("visits").selectAll().orderBy("day").execute();
  const outcomes = await db.selectFrom("visit_outcomes").selectAll().orderBy("number").execute();
  const deliveries = await db.selectFrom("report_deliveries").selectAll().execute();
  const questions = await db.selectFrom("report_questions").selectAll().execute();
  const found: Case[] = [];
  for (const booking of await db.selectFrom("bookings").selectAll().execute()) {
    const { organisation_id: organisation } = booking;
    const month = dayOf(booking.created_at).slice(0, 7);
    const add = (what: string, assessor: string | null = null, value = 0) =>
      found.push({ what, month, organisation, assessor, value });
    const own = log.filter(({ subject_id }) => subject_id === booking.id);
    const all = (...actions: string[]) => own.filter(({ action }) => actions.includes(action));
    add("Bookings");
    if (booking.channel !== "telephone") {
      const first = all("booking.contacted", "visit.agreed").find(
        ({ note }) => !note?.startsWith("Called, no answer"),
      );
      const hours =
        ((first ? Date.parse(first.at) : deps.clock.now().getTime()) - Date.parse(booking.created_at)) /
        3_600_000;
      if (first) add("Booking to first contact", null, hours);
      add(hours <= (booking.promise_hours ?? 24) && first ? "promise kept" : "promise broken");
    }
    const held = [];
    for (const visit of visits.filter(({ booking_id }) => booking_id === booking.id)) {
      const last = outcomes.findLast(({ visit_id }) => visit_id === visit.id);
      if (visit.ended_as === "cancelled") {
        const days = workingDays(dayOf(visit.ended_at!), visit.day);
        const notice = ["On the day", "1 or 2 working days before", "1 or 2 working days before"][days];
        add(`Cancelled: ${notice ?? "3 working days before or more"}`, visit.assessor_id);
      } else if (last?.held === "none")
        add(`Not held: ${NOT_HELD_REASONS[reasons.get(visit.id)!]}`, visit.assessor_id);
      else if (last) {
        held.push(visit);
        add("Visits held", visit.assessor_id);
      }
    }
    if (held[0])
      add("Booking to visit", held[0].assessor_id, workingDays(dayOf(booking.created_at), held[0].day));
    const versions = reports.filter(({ booking_id }) => booking_id === booking.id);
    const author = versions[0]?.author_id ?? null;
    const returns = all("report.returned");
    for (const { note } of returns) {
      add("Returned", author);
      for (const reason of note ? note.split(", ") : ["no reason was asked then"])
        add(`Returned: ${reason}`, author);
    }
    const releases = all("report.released");
    if (releases[0]) add(returns.length > 0 ? "came back" : "went out", author);
    if (releases[0]) add("Reports released", author);
    if (releases[1]) add("Corrections", author);
    for (const _ of all("report.withdrawn")) add("Withdrawals", author);
    for (const _ of all("report.link-ended")) add("Links ended", author);
    for (const { note } of all("report.read-again")) {
      const found = note!.slice("Version 1: ".length);
      add("Read again", author);
      add(found === "nothing" ? "nothing again" : `Read again: ${found}`, author);
    }
    // The report that was not withdrawn: its correction, where it was.
    const stays = all("report.withdrawn").length > 0 ? releases[1] : releases[0];
    if (stays) add("Visit to report", author, workingDays(held.at(-1)!.day, dayOf(stays.at)));
    const ids = versions.map(({ id }) => id);
    const theirs = deliveries.filter(({ report_id }) => ids.includes(report_id));
    const received = all("report.received")[0];
    if (stays && received && stays === releases[0])
      add("Report to receipt", author, workingDays(dayOf(stays.at), dayOf(received.at)));
    for (const { purpose } of questions.filter((one) => theirs.some(({ id }) => id === one.delivery_id)))
      add(`asked ${purpose}`, author);
  }
  for (const { at: instant } of log.filter(({ action }) => action === "complaint.received"))
    found.push({ what: "Complaints", month: dayOf(instant).slice(0, 7), organisation: null, assessor: null });
  return found;
}

/** The figures that these cases make. */
function figuresOf(cases: readonly Case[]): Record<string, string> {
  const of = (...what: string[]) => cases.filter((one) => what.includes(one.what));
  const number = (count: number) => (count > 0 && count < 5 ? "too few" : `${count}`);
  const share = (part: number, all: number) =>
    all < 5 || (part > 0 && part < 5) ? "too few" : `${part} of ${all} (${Math.round((part / all) * 100)}%)`;
  const median = (what: string, percent: number, unit: string) => {
    const values = of(what).map(({ value }) => value!);
    if (values.length < 5) return "too few";
    const reached = values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1]!;
    const shown = Math.ceil(reached * 10) / 10;
    return `${shown} ${unit}${shown === 1 ? "" : "s"}`;
  };
  const released = of("Reports released").length;
  const hundred = (what: string) => {
    const count = of(what).length;
    return released < 5 || (count > 0 && count < 5)
      ? "too few"
      : `${Math.round((count * 1000) / released) / 10} (${count} for ${released} reports)`;
  };
  const notHeld = cases.filter(({ what }) => what.startsWith("Not held: ")).length;
  const plain = [
    ...[
      "Bookings",
      "Reports released",
      "Returned",
      "Corrections",
      "Addenda",
      "Withdrawals",
      "Links ended",
      "Read again",
    ],
    ...[...Object.values(REVIEW_CODES), "no reason was asked then"].map((code) => `Returned: ${code}`),
    ...Object.values(REVIEW_CODES).map((code) => `Read again: ${code}`),
    ...Object.values(NOT_HELD_REASONS).map((reason) => `Not held: ${reason}`),
    ...["On the day", "1 or 2 working days before", "3 working days before or more"].map(
      (when) => `Cancelled: ${when}`,
    ),
    ...["Visits held", "Complaints"],
  ];
  const clocks = ["Booking to first contact", "Booking to visit", "Visit to report", "Report to receipt"];
  return Object.fromEntries([
    ...plain.map((what) => [what, number(of(what).length)]),
    ...clocks.flatMap((what, index) => {
      const unit = index === 0 ? "hour" : "working day";
      return [
        [`${what}: median`, median(what, 50, unit)],
        [`${what}: 90th percentile`, median(what, 90, unit)],
      ];
    }),
    [
      "First contact within the promise",
      share(of("promise kept").length, of("promise kept", "promise broken").length),
    ],
    ["Released at first sending", share(of("went out").length, of("went out", "came back").length)],
    ["Read again: nothing to note", share(of("nothing again").length, of("Read again").length)],
    ["Visits not held", share(notHeld, notHeld + of("Visits held").length)],
    ["Questions to clarify", hundred("asked clarify")],
    ["Questions about a wrong fact", hundred("asked wrong")],
    ["Questions of a court", hundred("asked court")],
  ]);
}

const comparedOf = (cases: readonly Case[]) => {
  const all = figuresOf(cases);
  return [
    ...["Visits held", "Visits not held", "Booking to visit: median", "Reports released"],
    ...["Visit to report: median", "Released at first sending"],
  ].map((name) => all[name]!);
};

async function erase(deps: TestDeps, ids: readonly string[]) {
  for (const id of ids)
    await deleteErasedFiles(deps, await transact(deps, ({ db }) => eraseBookingEverywhere(db, deps, id)));
}

test("every figure of a year is what the history and the tables say, also after bookings were erased", async () => {
  const deps = createTestDeps();
  const { truth, assessors, organisations } = await aYear(deps);
  deps.clock.set("2027-06-30T10:00:00.000Z");
  const cases = await recount(deps, truth);
  const read = (query: Record<string, string>) =>
    readQuality(deps, new URLSearchParams(query), { isAdministrator: true });
  const shown = async (query: Record<string, string>) =>
    Object.fromEntries((await read(query)).figures.map(({ name, value }) => [name, value]));
  const year = { from: "2026-04", to: "2027-03" };
  const part = { from: "2026-06", to: "2026-11" };
  const within = ({ from, to }: typeof year) => cases.filter(({ month }) => month >= from && month <= to);
  const whole = await shown(year);
  expect(whole).toEqual(figuresOf(within(year)));
  expect(Object.values(whole).filter((value) => value === "too few").length).toBeLessThan(20);
  expect(await shown(part)).toEqual(figuresOf(within(part)));
  const notOne = { Complaints: "for the whole practice alone" };
  for (const { id } of assessors)
    expect(await shown({ ...year, assessor: id })).toEqual({
      ...figuresOf(within(year).filter(({ assessor }) => assessor === id)),
      ...notOne,
    });
  for (const organisation of organisations)
    expect(await shown({ ...year, organisation: organisation ?? "none" })).toEqual({
      ...figuresOf(within(year).filter((one) => one.organisation === organisation)),
      ...notOne,
    });
  const before = await read(year);
  for (const { id, values } of before.byMonth)
    expect(values).toEqual(comparedOf(within(year).filter(({ month }) => id === `${month}-01`)));
  for (const { id, values } of before.byAssessor)
    expect(values).toEqual(comparedOf(within(year).filter(({ assessor }) => assessor === id)));
  for (const { id, values } of before.byOrganisation)
    expect(values).toEqual(comparedOf(within(year).filter((one) => (one.organisation ?? "none") === id)));
  const views = [
    year,
    part,
    ...assessors.map(({ id }) => ({ ...year, assessor: id })),
    { ...part, organisation: "none" },
  ];
  const earlier = await Promise.all(views.map(read));
  const ids = (await deps.db.selectFrom("bookings").select("id").orderBy("id").execute()).map(({ id }) => id);
  await erase(
    deps,
    ids.filter((_, index) => index % 3 === 0),
  );
  expect(await Promise.all(views.map(read))).toEqual(earlier);
  await erase(deps, ids);
  expect(await Promise.all(views.map(read))).toEqual(earlier);
  const rows = await deps.db.selectFrom("quality_days").selectAll().execute();
  expect(rows.filter((row) => Object.values(row).some((value) => ids.includes(value as string)))).toEqual([]);
});
