import { expect, test } from "vitest";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { offerTimes } from "#app/features/visits/agree/offer-times.server.ts";
import { OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import { recordOutcome } from "#app/features/visits/outcome/record-outcome.server.ts";
import { NOT_HELD_REASONS } from "#app/features/visits/record/outcome.ts";
import { isClosedDay } from "#app/features/booking/fields/closed-days.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { REFERRER } from "#app/features/report/change-report.server.ts";
import { releaseReport, returnReport, withdrawReport } from "#app/features/report/review-report.server.ts";
import { logContact } from "#app/features/staff/booking/answer-booking-page.server.ts";
import { changeStatus } from "#app/features/staff/booking/change-status.server.ts";
import { addDays, isWeekend, londonDate, weekdayIndex, type IsoDate } from "#app/platform/dates.ts";
import { createAgreement } from "#tests/setup/agreements.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, signInAs } from "#tests/setup/factories.ts";
import { createTeam, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { createReport } from "#tests/setup/reports.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN, workdayAfter } from "#tests/setup/visits.ts";
import { percentile } from "#app/features/quality/figures.ts";
import { clockFigures, reasonRows } from "./figures.ts";
import { figuresFile, readFigures } from "./figures.server.ts";

test.each([
  [[], null, null],
  [[4], 4, 4],
  [[1, 2], 1, 2],
  [[10, 1, 2, 3, 4, 5, 6, 7, 8, 9], 5, 9],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 6, 10],
])("of %j, half are at most %s and nine of ten at most %s", (values, median, ninth) => {
  expect([percentile(values, 0.5), percentile(values, 0.9)]).toEqual([median, ninth]);
});

test("what ran out without an end counts against the agreement, and what still runs does not", () => {
  const runs = [
    { took: 2, agreed: 2, isLate: false },
    { took: 3, agreed: 2, isLate: false },
    { took: null, agreed: 2, isLate: true },
    { took: null, agreed: 2, isLate: false },
    { took: 9, agreed: null, isLate: false },
  ];
  expect(clockFigures(runs, "days")).toEqual({
    count: 3,
    median: "3 working days",
    ninth: "9 working days",
    within: "1 of 3 (33%)",
  });
  expect(reasonRows((reason) => (reason === "refused" ? 5 : 4))).toEqual([
    { name: "The person refused", value: "5" },
    { name: "Each other reason", value: "Too few" },
  ]);
  expect(reasonRows(() => 5)).toHaveLength(7);
});

/** Numbers from 0 to 1 that are the same in each run. */
function seeded(seed: number) {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const REASONS = ["unwell", "refused", "not-at-home", "unwell", "unwell"] as const;
const TERMS = { contactHours: 8, visitDays: 6, reportDays: 5 };
const at = (day: IsoDate, hour: number) => `${day}T${String(hour).padStart(2, "0")}:30:00.000Z`;

/** A year of referrals, each as it might go. The reasons why visits did not take place, which are sealed, are given
 * back. */
async function aYear(deps: TestDeps, organisationId: string, agreementId: string) {
  const random = seeded(42);
  const chance = (part: number) => random() < part;
  const reasons: string[] = [];
  const go = async (what: Promise<{ ok: boolean }>) => {
    const answer = await what;
    if (!answer.ok) throw new Error(JSON.stringify(answer));
  };
  for (let index = 0; index < 48; index += 1) {
    const made = addDays("2026-04-01", index * 7);
    deps.clock.set(at(made, 8));
    const { id: bookingId } = await createBooking(deps, {
      organisation_id: organisationId,
      agreement_id: chance(0.8) ? agreementId : null,
      channel: chance(0.1) ? "telephone" : null,
    });
    const assessor = await createAssessor(deps);
    const change = async () => ({
      ...BY_STAFF,
      bookingId,
      isReferrerTold: false,
      overruled: null,
      version: (await findBooking(deps.db, bookingId))!.version,
    });
    const by = { deps, by: BY_STAFF, bookingId };
    if (chance(0.3)) {
      deps.clock.set(at(made, 9));
      await logContact(by, { outcome: "no-answer", note: "", nextDay: null });
    }
    if (chance(0.6)) {
      deps.clock.set(at(made, 9 + Math.floor(random() * 9)));
      await logContact(by, { outcome: chance(0.7) ? "spoke" : "waiting", note: "", nextDay: null });
    }
    if (chance(0.1)) continue;
    let day = workdayAfter(made, 2 + Math.floor(random() * 12));
    if (chance(0.2)) {
      deps.clock.set(at(made, 19));
      await go(
        offerTimes(deps, {
          ...BY_STAFF,
          bookingId,
          plan: PLAN,
          until: at(day, 7),
          times: ["10:00", "14:00"].map((start) => ({ assessorId: assessor.id, day, start })),
        }),
      );
    }
    deps.clock.set(at(made, 20));
    const visit = async (held: "full" | "part" | "none") => {
      const agreed = await agreeVisit(deps, {
        ...(await change()),
        plan: { ...PLAN, day },
        assessorId: assessor.id,
      });
      if (!agreed.ok) throw new Error(`${agreed.problem} on ${day}`);
      deps.clock.set(at(day, 15));
      const record = (as: typeof held, version: number) => {
        const reason = REASONS[Math.floor(random() * REASONS.length)]!;
        if (as === "none") reasons.push(reason);
        const outcome =
          as === "none"
            ? { notHeldReason: reason }
            : { startedAt: "10:05", endedAt: "11:30", conducted: "in-person", identity: "Passport" };
        return recordOutcome(deps, {
          ...byAssessor(assessor),
          visitId: agreed.visitId,
          outcome: OutcomeSchema.parse({ held: as, ...outcome, version }),
        });
      };
      if (held === "full" && chance(0.1)) {
        await go(record("none", 0));
        reasons.pop();
        deps.clock.advance(60_000);
        await go(record("full", 1));
      } else await go(record(held, 0));
      day = workdayAfter(day, 3);
    };
    if (chance(0.35)) await visit("none");
    if (chance(0.15)) {
      const { version } = await change();
      const status = { status: "cancelled", reason: "As agreed", note: "" } as const;
      await go(changeStatus(deps, { ...BY_STAFF, bookingId, version, ...status, isReferrerTold: false }));
      continue;
    }
    if (chance(0.2)) await visit("part");
    if (chance(0.1)) continue;
    await visit("full");
    if (chance(0.1)) continue;
    const review = async () => {
      const { report } = await createReport(deps, bookingId, { author: assessor });
      return { bookingId, reportId: report.id, by: BY_STAFF };
    };
    deps.clock.advance(86_400_000 * Math.floor(random() * 10));
    if (chance(0.3))
      await go(returnReport(deps, { ...(await review()), codes: ["details"], note: "Please add the date." }));
    deps.clock.advance(86_400_000);
    const released = await review();
    await go(releaseReport(deps, { ...released, recipients: [REFERRER] }));
    if (chance(0.1)) await go(withdrawReport(deps, { ...released, reason: "Wrong file" }));
  }
  return reasons;
}

/** How many steps from a working day to the next lead from a day to another. */
function workingSteps(from: IsoDate, to: IsoDate): number {
  if (to <= from) return 0;
  let next = addDays(from, 1);
  while (isWeekend(next) || isClosedDay(next)) next = addDays(next, weekdayIndex(next) === 5 ? 2 : 1);
  return next > to ? 0 : 1 + workingSteps(next, to);
}

/** The value that at least so many per cent of all do not exceed. */
const reachedBy = (values: number[], percent: number) =>
  Math.min(
    ...values.filter((value) => values.filter((one) => one <= value).length * 100 >= percent * values.length),
  );

/** Every figure again, from the audit log. Outcomes were recorded on the day of their visit. */
async function recount(
  deps: TestDeps,
  { from, until }: { from: IsoDate; until: IsoDate },
  reasons: string[],
) {
  const bookings = (await deps.db.selectFrom("bookings").selectAll().execute()).filter(({ created_at }) => {
    const day = londonDate(new Date(created_at));
    return day >= from && day <= until;
  });
  const log = await deps.db.selectFrom("audit_log").selectAll().orderBy("at").execute();
  const dayOf = (instant: string) => londonDate(new Date(instant));
  const today = londonDate(deps.clock.now());
  const sums = { visited: 0, reported: 0, returned: 0 };
  const took = { contact: [] as number[], visit: [] as number[], report: [] as number[] };
  const kept = { contact: [] as boolean[], visit: [] as boolean[], report: [] as boolean[] };
  for (const booking of bookings) {
    const own = log.filter(({ subject_id }) => subject_id === booking.id);
    const of = (...actions: string[]) => own.filter(({ action }) => actions.includes(action));
    const hasTerms = booking.agreement_id !== null;
    const isOver = of("booking.status-changed").length > 0;
    const contact = of("booking.contacted", "visit.agreed", "times.offered").find(
      ({ note }) => !note?.startsWith("Called, no answer"),
    );
    if (booking.channel !== "telephone") {
      const hours = (until: number) => (until - Date.parse(booking.created_at)) / 3_600_000;
      if (contact) took.contact.push(hours(Date.parse(contact.at)));
      if (contact && hasTerms) kept.contact.push(hours(Date.parse(contact.at)) <= TERMS.contactHours);
      if (!contact && !isOver && hasTerms && hours(deps.clock.now().getTime()) > TERMS.contactHours)
        kept.contact.push(false);
    }
    // A correction is on the day of what it corrects.
    const last = new Map(of("visit.outcome", "visit.outcome-corrected").map((row) => [dayOf(row.at), row]));
    const held = [...last].filter(([, { note }]) => note!.startsWith("Held"));
    const isFull = held.at(-1)?.[1].note === "Held in full";
    if (held.length > 0) sums.visited += 1;
    const booked = dayOf(booking.created_at);
    const waited = workingSteps(booked, held[0]?.[0] ?? today);
    if (held.length > 0) took.visit.push(waited);
    if (hasTerms && (held.length > 0 || (waited > TERMS.visitDays && !isOver)))
      kept.visit.push(held.length > 0 && waited <= TERMS.visitDays);
    sums.returned += of("report.returned").length;
    const isWithdrawn = of("report.withdrawn").length > 0;
    const released = isWithdrawn ? undefined : of("report.released")[0];
    if (released) sums.reported += 1;
    if (!isFull) continue;
    const wrote = workingSteps(held.at(-1)![0], released ? dayOf(released.at) : today);
    if (released) took.report.push(wrote);
    if (hasTerms && (released || wrote > TERMS.reportDays))
      kept.report.push(released !== undefined && wrote <= TERMS.reportDays);
  }
  const clock = (name: keyof typeof took, unit: string) => {
    const show = (value: number) => {
      const shown = Math.round(value * 10) / 10;
      return `${shown} ${unit}${shown === 1 ? "" : "s"}`;
    };
    const within = kept[name].filter(Boolean).length;
    return {
      count: took[name].length,
      median: show(reachedBy(took[name], 50)),
      ninth: show(reachedBy(took[name], 90)),
      within: `${within} of ${kept[name].length} (${Math.round((within * 100) / kept[name].length)}%)`,
    };
  };
  return {
    counts: [bookings.length, sums.visited, sums.reported, sums.returned].map((value) => ({ value })),
    clocks: [clock("contact", "hour"), clock("visit", "working day"), clock("report", "working day")],
    reasons: [
      ...Object.entries(NOT_HELD_REASONS).flatMap(([reason, name]) => {
        const count = reasons.filter((one) => one === reason).length;
        return count < 5 ? [] : [{ name, value: String(count) }];
      }),
      { name: "Each other reason", value: "Too few" },
    ],
  };
}

test("every figure of a year is what the audit log says", async () => {
  const deps = createTestDeps();
  await switchOrganisationsOn(deps);
  const team = await createTeam(deps);
  const agreementId = await createAgreement(deps, { organisationId: team.id, terms: TERMS });
  const reasons = await aYear(deps, team.id, agreementId);
  deps.clock.set("2027-03-31T10:00:00.000Z");
  const year = { from: "2026-04-01", until: "2027-03-31" };
  const read = (days: typeof year) =>
    readFigures(deps, team.id, new URL(`http://x/?from=${days.from}&until=${days.until}`));
  const figures = await read(year);
  expect(figures).toMatchObject(await recount(deps, year, reasons));
  expect(figures.counts.map(({ value }) => value)).toEqual([
    48,
    expect.toSatisfy((n) => n > 25),
    expect.toSatisfy((n) => n > 20),
    expect.toSatisfy((n) => n > 3),
  ]);
  expect(figures.reasons.length).toBeGreaterThan(1);
  const part = { from: "2026-06-02", until: "2026-11-24" };
  const { counts, clocks } = await recount(deps, part, []);
  expect(await read(part)).toMatchObject({ counts, clocks });
  const csv = await figuresFile(figures).text();
  for (const { name, says } of [...figures.counts, ...figures.clocks]) {
    expect(csv).toContain(name);
    expect(csv).toContain(says.slice(0, 20));
  }
});

test("days without a booking have no figures, and nothing fails", async () => {
  const deps = createTestDeps();
  await switchOrganisationsOn(deps);
  const team = await createTeam(deps);
  const { cookie } = await signInAs(deps, team.reader);
  const { text } = await render(deps, "/organisation/figures?from=2020-01-01&until=2020-02-01", cookie);
  expect(text).toContain("1 January 2020 to 1 February 2020");
  expect(text).toContain("Too few");
  const csv = await render(deps, "/organisation/figures.csv?from=2020-01-01&until=2020-02-01", cookie);
  expect(csv.text).toContain("Referrals,0,");
  for (const who of [team.booker, team.billing]) {
    const { cookie: other } = await signInAs(deps, who);
    expect((await render(deps, "/organisation/figures", other)).status).toBe(404);
  }
});
