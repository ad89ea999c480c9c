import type { PluginTransformQueryArgs, PluginTransformResultArgs } from "kysely";
import { describe, expect, test } from "vitest";
import { withoutTimeLimit } from "#app/platform/lock-timeout.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { bookingToken } from "#app/features/booking/record/guards.server.ts";
import { addDaysOff } from "#app/features/assessors/assessors.server.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { findCase, startCase } from "#app/features/privacy/subject.server.ts";
import { editBooking } from "#app/features/staff/booking/edit-booking.server.ts";
import { readStage } from "#app/features/stage/read-stages.server.ts";
import { changeBooking } from "#app/features/booking/record/change-booking.server.ts";
import { offersOfBooking } from "#app/features/visits/record/offers.server.ts";
import { overlaps, spanOf } from "#app/features/visits/record/visit-times.ts";
import { needOf, whoIsFree } from "#app/features/visits/plan/who-is-free.server.ts";
import { acceptQuestion } from "./ask-assessors.server.ts";
import { agreeVisit, cancelVisit } from "./change-visit.server.ts";
import {
  chooseTime,
  offerTimes,
  putOffer,
  refuseTimes,
  shrinkOffers,
  stillFree,
  withdrawOffer,
  type Offering,
  type OfferedTime,
} from "./offer-times.server.ts";

const BY_REFERRER = { actor: { kind: "visitor", id: null }, requestId: "test" } as const;
const UNTIL = "2027-03-10T17:00:00.000Z";
const HOUR_MS = 3_600_000;

const at = (assessor: { id: string }, start: string, day = PLAN.day): OfferedTime => ({
  assessorId: assessor.id,
  day,
  start,
});

async function setUp() {
  const deps = createTestDeps();
  const [priya, tom] = [await createAssessor(deps), await createAssessor(deps, { first_name: "Tom" })];
  const booking = await createBooking(deps);
  const offer = async (times: OfferedTime[], more: Partial<Offering> = {}, bookingId = booking.id) =>
    offerTimes(deps, { ...BY_STAFF, bookingId, plan: PLAN, times, until: UNTIL, ...more });
  const times = [at(priya, "10:00"), at(priya, "14:00"), at(tom, "10:00", "2027-03-12")];
  return { deps, priya, tom, booking, offer, times };
}

const latest = async (deps: TestDeps, { id }: { id: string }) => (await offersOfBooking(deps, id))[0]!;
const choose = (deps: TestDeps, { id }: { id: string }, timeId: string) =>
  chooseTime(deps, { ...BY_REFERRER, bookingId: id, timeId });
const topics = async (deps: TestDeps) => {
  await runDueJobs(deps);
  return deps.sentMails.map(({ tag }) => tag);
};
const rowOf = async (deps: TestDeps, { id }: { id: string }) => (await findBooking(deps.db, id))!;
const agree = async (deps: TestDeps, booking: BookingRow, assessor: { id: string }, start = "10:00") =>
  agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    assessorId: assessor.id,
    isReferrerTold: true,
    overruled: null,
    version: (await rowOf(deps, booking)).version,
    plan: { ...PLAN, start },
  });

async function fitFor(deps: TestDeps, booking: BookingRow, assessor: { id: string }, start = "10:00") {
  const list = await whoIsFree(deps, { ...PLAN, start }, await needOf(deps, booking));
  return list.find(({ id }) => id === assessor.id)!.fit;
}

test("an offered time is held: for another booking it is taken, for its own it is free", async () => {
  const { deps, priya, booking, offer, times } = await setUp();
  expect(await offer(times)).toMatchObject({ ok: true });
  const other = await createBooking(deps);
  expect(await fitFor(deps, other, priya)).toMatchObject({
    level: "blocked",
    blocks: [{ kind: "overlap", reason: "Held 09:30–12:00: another referrer may choose it" }],
  });
  expect(await agree(deps, other, priya)).toMatchObject({ ok: false, problem: "overlap" });
  expect(await offer(times, {}, other.id)).toMatchObject({ ok: false, problem: "not-free" });
  expect((await fitFor(deps, booking, priya)).level).toBe("fits");
  expect((await readStage(deps, booking.id)).stage).toBe("offered");
  expect((await rowOf(deps, booking)).awaits_contact_since).toBeNull();
  expect(await topics(deps)).toContain("times-offered");
  const { cookie } = await signInAs(deps, priya);
  const home = joinTexts((await render(deps, "/assessor", cookie)).text);
  expect(home).toContain("Held for you");
  expect(home).not.toContain("Can you come");
  const [time] = (await latest(deps, booking)).times;
  const by = { ...byAssessor(priya), questionId: time!.id };
  expect(await acceptQuestion(deps, by)).toEqual({ ok: false, problem: "not-found" });
});

test("the referrer chooses: the visit is agreed, the rest is let go, and everybody is told", async () => {
  const { deps, priya, tom, booking, offer, times } = await setUp();
  await offer(times);
  const shown = await latest(deps, booking);
  expect(await choose(deps, booking, shown.times[1]!.id)).toEqual({ ok: true });
  const visits = await deps.db.selectFrom("visits").selectAll().execute();
  expect(visits).toMatchObject([{ assessor_id: priya.id, start: "14:00", ended_as: null }]);
  expect(await latest(deps, booking)).toMatchObject({ state: "chosen", chosen_id: shown.times[1]!.id });
  expect((await fitFor(deps, await createBooking(deps), tom)).level).toBe("fits");
  expect((await readStage(deps, booking.id)).stage).toBe("agreed");
  const sent = await topics(deps);
  expect(sent).toEqual(expect.arrayContaining(["visit-agreed", "assessor-visit-agreed"]));
  expect(sent).not.toContain("visit-question-closed");
  // Chosen twice, or another one after it.
  for (const { id } of shown.times)
    expect(await choose(deps, booking, id)).toEqual({
      ok: false,
      problem: "agreed",
      when: "Thursday 11 March 2027, 14:00–15:30",
    });
});

test("who comes second is told that the time has gone, and the rest is still valid", async () => {
  const { deps, booking, offer, times, priya } = await setUp();
  await offer(times);
  const shown = await latest(deps, booking);
  const other = await createBooking(deps);
  const row = await rowOf(deps, other);
  const theirs = await changeBooking(deps, { bookingId: other.id, by: BY_STAFF }, async (inside) => ({
    ok: true as const,
    id: await putOffer(inside, row, {
      ...BY_STAFF,
      bookingId: other.id,
      plan: PLAN,
      times: [at(priya, "10:30")],
      until: UNTIL,
    }),
  }));
  expect(theirs.ok).toBe(true);
  expect(await choose(deps, other, (await latest(deps, other)).times[0]!.id)).toEqual({ ok: true });
  expect(await choose(deps, booking, shown.times[0]!.id)).toEqual({ ok: false, problem: "gone" });
  const left = await stillFree(deps, await rowOf(deps, booking), (await latest(deps, booking)).times);
  expect(left.map(({ id }) => id)).toEqual(shown.times.slice(1).map(({ id }) => id));
  expect(await choose(deps, booking, left[1]!.id)).toEqual({ ok: true });
});

test("none of them suits: the words reach staff, who call", async () => {
  const { deps, booking, offer, times } = await setUp();
  await offer(times);
  const { id } = (await latest(deps, booking)).times[0]!;
  const none = { ...BY_REFERRER, bookingId: booking.id, note: "Only after Easter" };
  expect(await refuseTimes(deps, none)).toEqual({ ok: true });
  expect(await refuseTimes(deps, none)).toEqual({ ok: true });
  expect(await latest(deps, booking)).toMatchObject({ state: "none", note: "Only after Easter" });
  expect(await choose(deps, booking, id)).toEqual({ ok: false, problem: "ended" });
  expect((await readStage(deps, booking.id)).next).toMatchObject({ code: "call-again" });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const text = async (path: string) => joinTexts((await render(deps, path, cookie)).text);
  expect(await text(`/admin/bookings/${booking.id}`)).toContain("Only after Easter");
  expect(await text("/admin/dashboard")).toContain("No offered time suits: call the referrer");
  await withdrawOffer(deps, { ...BY_STAFF, bookingId: booking.id });
  expect((await readStage(deps, booking.id)).stage).toBe("to-agree");
  expect(await topics(deps)).not.toContain("times-closed");
});

test("in the second in which the time to choose is over nobody chooses any more, and staff are asked to call", async () => {
  const { deps, booking, offer, times } = await setUp();
  await offer(times);
  const { id } = (await latest(deps, booking)).times[0]!;
  deps.clock.set("2027-03-10T16:59:59.999Z");
  await shrinkOffers(deps);
  expect((await readStage(deps, booking.id)).stage).toBe("offered");
  deps.clock.set(UNTIL);
  expect(await choose(deps, booking, id)).toEqual({ ok: false, problem: "passed" });
  expect((await readStage(deps, booking.id)).stage).toBe("not-chosen");
  await shrinkOffers(deps);
  expect((await latest(deps, booking)).state).toBe("expired");
  expect((await readStage(deps, booking.id)).stage).toBe("not-chosen");
  expect(await choose(deps, booking, id)).toEqual({ ok: false, problem: "passed" });
  expect(await deps.db.selectFrom("visits").select("id").execute()).toEqual([]);
});

test("the last moment before the end still agrees the visit", async () => {
  const { deps, booking, offer, times } = await setUp();
  await offer(times);
  deps.clock.set("2027-03-10T16:59:59.999Z");
  expect(await choose(deps, booking, (await latest(deps, booking)).times[0]!.id)).toEqual({ ok: true });
});

test("a visit that was agreed by phone ends the offer, also once it is cancelled again", async () => {
  const { deps, booking, offer, times, tom } = await setUp();
  await offer(times);
  const { id } = (await latest(deps, booking)).times[0]!;
  expect(await agree(deps, booking, tom, "12:00")).toMatchObject({ ok: true });
  expect(await choose(deps, booking, id)).toMatchObject({ ok: false, problem: "agreed" });
  const { version } = await rowOf(deps, booking);
  await cancelVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version,
    after: "agree-another",
    reason: "",
    isReferrerTold: true,
  });
  expect(await choose(deps, booking, id)).toEqual({ ok: false, problem: "ended" });
  expect((await readStage(deps, booking.id)).stage).toBe("to-contact");
});

test("a newer offer takes the place of the older, whose ids choose nothing", async () => {
  const { deps, booking, offer, times, tom } = await setUp();
  await offer(times);
  const older = await latest(deps, booking);
  deps.clock.advance(1000);
  await offer([at(tom, "12:00"), at(tom, "15:00")]);
  expect((await offersOfBooking(deps, booking.id)).map(({ state }) => state)).toEqual(["open", "closed"]);
  expect(await choose(deps, booking, older.times[0]!.id)).toEqual({ ok: false, problem: "gone" });
  expect(await choose(deps, booking, "unknown")).toEqual({ ok: false, problem: "gone" });
  // One that was queued and not sent says nothing that is wrong.
  expect((await topics(deps)).filter((tag) => tag === "times-offered")).toHaveLength(1);
});

test("an offer loses the times that their assessor can no longer keep; without one left, staff call", async () => {
  const { deps, booking, offer, times, priya, tom } = await setUp();
  await offer(times);
  const off = { fromOn: PLAN.day, untilOn: PLAN.day };
  await addDaysOff(deps, priya.id, off, byAssessor(priya));
  expect(await stillFree(deps, await rowOf(deps, booking), (await latest(deps, booking)).times)).toHaveLength(
    1,
  );
  await shrinkOffers(deps);
  const held = (await latest(deps, booking)).times.filter(({ closed_at }) => closed_at === null);
  expect(held).toMatchObject([{ day: "2027-03-12" }]);
  expect((await readStage(deps, booking.id)).stage).toBe("offered");
  await deps.db.updateTable("users").set({ is_active: 0 }).where("id", "=", tom.id).execute();
  await shrinkOffers(deps);
  expect((await latest(deps, booking)).state).toBe("expired");
  expect((await readStage(deps, booking.id)).stage).toBe("not-chosen");
  expect(await topics(deps)).toContain("times-closed");
});

test("a change of the place closes the offer and tells the referrer", async () => {
  const { deps, booking, offer, times } = await setUp();
  await offer(times);
  const plan = () => ({ columns: { assessment_location: "York" } });
  const { version } = await rowOf(deps, booking);
  const change = { ...BY_STAFF, bookingId: booking.id, version, plan, isReferrerTold: false };
  expect(await editBooking(deps, change)).toMatchObject({ ok: true });
  expect((await latest(deps, booking)).state).toBe("closed");
  expect(await topics(deps)).toContain("times-closed");
});

test("of a restricted booking nothing is offered or chosen", async () => {
  const { deps, booking, offer, times } = await setUp();
  await offer(times);
  const { id } = (await latest(deps, booking)).times[0]!;
  const desk = { ...BY_STAFF, actor: { kind: "staff", id: (await createUser(deps)).id } } as const;
  const caseId = (await startCase(deps, booking.reference, desk))!;
  const { row } = (await findCase(deps, caseId))!;
  await placeRestriction(deps, { ...desk, kind: "restriction", reason: "Disputed", case: row });
  expect(await offer(times)).toMatchObject({ problem: "restricted" });
  expect(await choose(deps, booking, id)).toEqual({ ok: false, problem: "restricted" });
});

describe("nothing is held for", () => {
  test.each<[string, (p: string) => OfferedTime[], Partial<Offering>, string]>([
    ["one time", (p) => [at({ id: p }, "10:00")], {}, "count"],
    ["one time twice", (p) => [at({ id: p }, "10:00"), at({ id: p }, "10:00")], {}, "count"],
    [
      "seven times",
      (p) => ["09:30", "10:00", "10:30", "11:00", "11:30", "12:00", "12:30"].map((t) => at({ id: p }, t)),
      {},
      "count",
    ],
    [
      "a time that is over",
      (p) => [at({ id: p }, "10:00", "2027-03-09"), at({ id: p }, "12:00")],
      {},
      "past",
    ],
    [
      "an end that is over",
      (p) => ["10:00", "12:00"].map((t) => at({ id: p }, t)),
      { until: "2027-03-10T09:00:00.000Z" },
      "deadline",
    ],
    [
      "an end after the first time",
      (p) => ["10:00", "12:00"].map((t) => at({ id: p }, t)),
      { until: "2027-03-11T10:00:00.001Z" },
      "deadline",
    ],
    [
      "a time outside of working hours",
      (p) => ["10:00", "20:00"].map((t) => at({ id: p }, t)),
      {},
      "not-free",
    ],
    ["somebody unknown", () => ["10:00", "12:00"].map((t) => at({ id: "nobody" }, t)), {}, "not-free"],
  ])("%s", async (_what, times, more, problem) => {
    const { deps, offer, priya, booking } = await setUp();
    expect(await offer(times(priya.id), more)).toMatchObject({ ok: false, problem });
    expect(await offersOfBooking(deps, booking.id)).toEqual([]);
    expect(await deps.db.selectFrom("visit_questions").select("id").execute()).toEqual([]);
  });
});

test("without an end the offer lasts 48 hours, and never past its first time", async () => {
  const { deps, booking, offer, priya } = await setUp();
  await offer([at(priya, "10:00", "2027-03-16"), at(priya, "14:00", "2027-03-16")], { until: null });
  expect((await latest(deps, booking)).until).toBe("2027-03-12T09:00:00.000Z");
  deps.clock.advance(1000);
  await offer([at(priya, "10:00"), at(priya, "14:00")], { until: null });
  expect((await latest(deps, booking)).until).toBe("2027-03-11T10:00:00.000Z");
});

test("the end of an offer is London's, also after the clocks go forward", async () => {
  const { deps, booking, offer, priya } = await setUp();
  deps.clock.set("2027-03-27T12:00:00.000Z");
  const times = [at(priya, "10:00", "2027-03-30"), at(priya, "14:00", "2027-03-30")];
  expect(await offer(times, { until: "2027-03-30T09:00:00.001Z" })).toMatchObject({ problem: "deadline" });
  expect(await offer(times, { until: "2027-03-30T09:00:00.000Z" })).toMatchObject({ ok: true });
  deps.clock.set("2027-03-30T08:59:59.999Z");
  const [first] = (await latest(deps, booking)).times;
  expect(await choose(deps, booking, first!.id)).toEqual({ ok: true });
});

/** Fifty bookings, each with two times of one of five assessors, half an hour after those of the one before. */
async function crowd() {
  const deps = createTestDeps();
  const assessors = await Promise.all(
    Array.from({ length: 5 }, (_, n) => createAssessor(deps, { first_name: `Assessor ${n}` })),
  );
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  const bookings = [];
  for (let index = 0; index < 50; index += 1) {
    const booking = await createBooking(deps);
    const assessor = assessors[index % 5]!;
    const start = 9 * 60 + 30 + 30 * Math.floor(index / 5);
    const times = [at(assessor, clock(start)), at(assessor, clock(start), "2027-03-12")];
    await changeBooking(deps, { bookingId: booking.id, by: BY_STAFF }, async (inside, row) => {
      await putOffer(inside, row, { ...BY_STAFF, bookingId: booking.id, plan: PLAN, times, until: UNTIL });
      return { ok: true as const };
    });
    bookings.push({ ...booking, times: (await latest(deps, booking)).times });
  }
  return { deps, assessors, bookings };
}

test("50 referrers choose overlapping times of 5 assessors at once: as many visits as fit, and no overlap", async () => {
  const { deps, assessors, bookings } = await crowd();
  // However slow the machine is: whoever waits too long for the others may press again.
  const answers = await withoutTimeLimit(() =>
    Promise.all(bookings.map((booking) => choose(deps, booking, booking.times[0]!.id))),
  );
  const visits = await deps.db.selectFrom("visits").selectAll().execute();
  expect(visits).toHaveLength(answers.filter(({ ok }) => ok).length);
  for (const { id } of assessors) {
    const own = visits.filter(({ assessor_id }) => assessor_id === id);
    // The starts are 9:30 to 14:00, with an hour between two: three of 90 minutes at most.
    expect(own.length).toBeGreaterThanOrEqual(2);
    const spans = own.map((visit) => spanOf(visit, { before: 30, after: 30 }));
    const clashes = spans.filter((span, index) =>
      spans.some((other, beside) => beside !== index && overlaps(span, other)),
    );
    expect(clashes).toEqual([]);
  }
  for (const [index, answer] of answers.entries()) {
    if (answer.ok) continue;
    expect(answer.problem).toBe("gone");
    const row = await rowOf(deps, bookings[index]!);
    const left = await stillFree(deps, row, (await latest(deps, row)).times);
    expect(left.map(({ day }) => day)).toEqual(["2027-03-12"]);
  }
  await expect
    .poll(async () => (await runDueJobs(deps), deps.sentMails.length))
    .toBeGreaterThan(visits.length);
});

test("a process that dies at any statement of a choice has agreed the whole visit, or nothing", async () => {
  const { deps, booking, offer, times } = await setUp();
  await offer(times);
  const { id } = (await latest(deps, booking)).times[0]!;
  let left = 0;
  const dying = {
    transformQuery({ node }: PluginTransformQueryArgs) {
      left -= 1;
      if (left === 0) throw new Error("killed");
      return node;
    },
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  };
  const state = async () => ({
    visits: (await deps.db.selectFrom("visits").select("id").execute()).length,
    offer: (await latest(deps, booking)).state,
    status: (await rowOf(deps, booking)).status,
  });
  let deaths = 0;
  for (let statement = 1; statement < 400; statement += 1) {
    left = statement;
    const doomed = { ...deps, db: deps.db.withPlugin(dying) } as TestDeps;
    const result = await choose(doomed, booking, id).catch(() => null);
    if (result?.ok) break;
    deaths += 1;
    expect(await state()).toEqual({ visits: 0, offer: "open", status: "pending" });
  }
  expect(deaths).toBeGreaterThan(20);
  expect(await state()).toEqual({ visits: 1, offer: "chosen", status: "confirmed" });
});

test("the page offers what is free, agrees it, and says why where it cannot", async () => {
  const { deps, booking, offer, times } = await setUp();
  const path = `/booking/${booking.id}/times?token=${bookingToken(deps, booking)}`;
  const read = async () => joinTexts((await render(deps, path)).text);
  expect(await read()).toContain("There are no times to choose from now.");
  await offer(times);
  const shown = await read();
  expect(shown).toContain("Thursday 11 March 2027, 10:00–11:30");
  expect(shown).toContain("90 minutes, face-to-face, with Priya, Social worker");
  expect(shown).not.toContain("Nair");
  const send = (form: Record<string, string>) => render(deps, path, undefined, form);
  expect(await send({ intent: "choose" })).toMatchObject({ status: 400 });
  const gone = await send({ intent: "choose", time: "another" });
  expect(gone.status).toBe(409);
  expect(joinTexts(gone.text)).toContain("This time has just gone. Choose another.");
  const page = joinTexts((await render(deps, path.replace("/times", ""))).text);
  expect(page).toContain("Choose a time for the visit.");
  const { id } = (await latest(deps, booking)).times[0]!;
  expect((await send({ intent: "choose", time: id })).location).toContain("?done=time-chosen");
  expect(await read()).toContain("The visit is agreed for Thursday 11 March 2027, 10:00–11:30");
  expect((await send({ intent: "none", note: "" })).status).toBe(409);
  deps.clock.advance(HOUR_MS);
});
