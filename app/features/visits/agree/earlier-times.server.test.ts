import { beforeEach, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { BY_REFERRER } from "#tests/setup/contributions.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { writeConcern } from "#app/features/safeguarding/concerns.server.ts";
import { freedTimes } from "#app/features/visits/plan/freed-times.server.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { agreeVisit, cancelVisit, moveVisit, reassignVisit } from "./change-visit.server.ts";
import {
  askAboutFreed,
  isStillEarlier,
  keepAgreed,
  readEarlier,
  takeEarlier,
} from "./earlier-times.server.ts";

let deps: TestDeps;
let assessorId: string;

const change = (bookingId: string, version: number) => ({
  ...BY_STAFF,
  bookingId,
  version,
  isReferrerTold: false,
  overruled: null,
});

const WAITS = { prefer_earlier_date: 1 as const, assessment_location: "LS6 2AB" };
const LATER = { ...PLAN, day: "2027-03-18" };

async function agreed(
  overrides: Parameters<typeof createBooking>[1] = WAITS,
  plan = LATER,
  who = assessorId,
) {
  const booking = await createBooking(deps, overrides);
  const visit = await agreeVisit(deps, { ...change(booking.id, booking.version), plan, assessorId: who });
  if (!visit.ok) throw new Error(visit.problem);
  return booking.id;
}

const at = (hour: string) => ({ ...LATER, start: hour });

/** A visit on the day of `PLAN` that is cancelled. */
async function freeOne() {
  const id = await agreed({}, PLAN);
  await cancelVisit(deps, { ...change(id, 2), after: "agree-another", reason: "" });
}

const asked = async () =>
  (
    await deps.db
      .selectFrom("outbox")
      .select("booking_id")
      .where("topic", "=", "earlier-time")
      .orderBy("created_at")
      .orderBy("id")
      .execute()
  ).map(({ booking_id }) => booking_id);

async function answerOf(bookingId: string) {
  const booking = (await findBooking(deps.db, bookingId))!;
  const { askId } = (await readEarlier(deps, booking))!;
  return { ...BY_REFERRER, bookingId, askId };
}

const dayOf = async (bookingId: string) =>
  (await visitsOfBooking(deps, bookingId)).find(({ ended_as }) => ended_as === null)?.day;

const HOUR = 3_600_000;

beforeEach(async () => {
  deps = createTestDeps();
  deps.clock.set("2027-03-08T10:00:00Z");
  assessorId = (await createAssessor(deps)).id;
});

test("those who wait are asked one after another, and the first to press has the time", async () => {
  const first = await agreed();
  const second = await agreed(WAITS, at("14:00"));
  await agreed({ assessment_location: "LS6 2AB" }, { ...LATER, day: "2027-03-19" });
  await freeOne();
  await askAboutFreed(deps);
  await askAboutFreed(deps);
  expect(await asked()).toEqual([first]);
  deps.clock.advance(4 * HOUR);
  await askAboutFreed(deps);
  expect(await asked()).toEqual([first, second]);
  deps.clock.advance(HOUR);
  await askAboutFreed(deps);
  expect(await asked()).toHaveLength(2);

  const [one, other] = [await answerOf(first), await answerOf(second)];
  expect(await takeEarlier(deps, other)).toEqual({ ok: true });
  expect(await takeEarlier(deps, other), "a second press").toEqual({ ok: true });
  expect(await takeEarlier(deps, one)).toEqual({ ok: false, problem: "gone" });
  expect([await dayOf(first), await dayOf(second)]).toEqual([LATER.day, PLAN.day]);
  expect(await isStillEarlier(deps, first, one.askId)).toBe(false);
  const told = await deps.db.selectFrom("outbox").select("topic").where("booking_id", "=", second).execute();
  expect(told.map(({ topic }) => topic)).toEqual(
    expect.arrayContaining(["visit-moved", "assessor-visit-moved"]),
  );
});

test("two who press at once do not both have it", async () => {
  const ids = [await agreed(), await agreed(WAITS, at("14:00"))];
  await freeOne();
  await askAboutFreed(deps);
  deps.clock.advance(4 * HOUR);
  await askAboutFreed(deps);
  const answers = await Promise.all(ids.map(answerOf));
  const results = await Promise.all(answers.map((answer) => takeEarlier(deps, answer)));
  expect(results.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
});

test("nobody is asked at night, or about less than two days", async () => {
  await agreed(WAITS, { ...PLAN, day: "2027-03-12" });
  await freeOne();
  await askAboutFreed(deps);
  expect(await asked()).toEqual([]);
  const id = await agreed();
  deps.clock.set("2027-03-08T20:00:00Z");
  await askAboutFreed(deps);
  expect(await asked()).toEqual([]);
  deps.clock.set("2027-03-09T08:00:00Z");
  await askAboutFreed(deps);
  expect(await asked()).toEqual([id]);
});

test("a booking is asked three times at most, with seven days between", async () => {
  const id = await agreed(WAITS, { ...PLAN, day: "2027-05-06" });
  const days = ["2027-03-11", "2027-03-18", "2027-03-25", "2027-04-01", "2027-04-08"];
  for (const day of days) {
    const one = await agreed({}, { ...PLAN, day });
    await cancelVisit(deps, { ...change(one, 2), after: "agree-another", reason: "" });
    await askAboutFreed(deps);
    deps.clock.advance(6 * 24 * HOUR);
    await askAboutFreed(deps);
    deps.clock.advance(24 * HOUR);
  }
  expect(await asked()).toEqual([id, id, id]);
});

test("a time that another assessor left is taken with that assessor, and both are told", async () => {
  const other = (await createAssessor(deps, { email: "other@example.org" })).id;
  const id = await agreed(WAITS, LATER, other);
  await freeOne();
  await askAboutFreed(deps);
  expect(await takeEarlier(deps, await answerOf(id))).toEqual({ ok: true });
  const [visit] = await visitsOfBooking(deps, id);
  expect(visit).toMatchObject({ day: PLAN.day, assessor_id: assessorId });
  const told = await deps.db
    .selectFrom("outbox")
    .select(["topic", "recipient"])
    .where("booking_id", "=", id)
    .execute();
  expect(told.filter(({ topic }) => topic === "assessor-visit-reassigned")).toHaveLength(1);
  expect(told.filter(({ topic }) => topic === "assessor-visit-agreed")).toHaveLength(2);
});

test("the agreed time is kept, and with a tick nobody asks again", async () => {
  const id = await agreed();
  await freeOne();
  await askAboutFreed(deps);
  const answer = await answerOf(id);
  expect(await keepAgreed(deps, { ...answer, isLast: true })).toEqual({ ok: true });
  expect(await keepAgreed(deps, { ...answer, isLast: true })).toEqual({ ok: true });
  expect(await takeEarlier(deps, answer)).toEqual({ ok: false, problem: "ended" });
  expect((await findBooking(deps.db, id))!.prefer_earlier_date).toBe(0);
  expect(await dayOf(id)).toBe(LATER.day);
});

test("a booking that was cancelled since has nothing to take, and one of another is not found", async () => {
  const id = await agreed();
  await freeOne();
  await askAboutFreed(deps);
  const answer = await answerOf(id);
  const booking = (await findBooking(deps.db, id))!;
  await updateBooking(deps.db, deps, booking, { status: "cancelled" });
  expect(await takeEarlier(deps, answer)).toEqual({ ok: false, problem: "gone" });
  const stranger = await createBooking(deps, {});
  expect(await takeEarlier(deps, { ...answer, bookingId: stranger.id })).toEqual({
    ok: false,
    problem: "ended",
  });
});

test("a visit that was moved or passed on leaves a time, until it has that again", async () => {
  const other = (await createAssessor(deps)).id;
  const id = await agreed({}, PLAN);
  await moveVisit(deps, { ...change(id, 2), plan: LATER });
  expect(await freedTimes(deps)).toMatchObject([{ search: `?day=${PLAN.day}&start=10%3A00` }]);
  await moveVisit(deps, { ...change(id, 3), plan: PLAN });
  expect(await freedTimes(deps)).toMatchObject([{ search: `?day=${LATER.day}&start=10%3A00` }]);
  await reassignVisit(deps, { ...change(id, 4), assessorId: other, reason: "" });
  expect((await freedTimes(deps))[0]).toMatchObject({ search: `?former=${assessorId}` });
});

test("nobody is asked about the time that their own visit left, nor about one that an assessor gave up", async () => {
  const other = (await createAssessor(deps)).id;
  const own = await agreed(WAITS, PLAN);
  await moveVisit(deps, { ...change(own, 2), plan: LATER });
  await askAboutFreed(deps);
  expect(await asked()).toEqual([]);
  const given = await agreed({}, PLAN);
  await reassignVisit(deps, { ...change(given, 2), assessorId: other, reason: "" });
  await agreed(WAITS, at("14:00"));
  await deps.db.updateTable("freed_times").set({ look_at: null }).where("visit_id", "!=", given).execute();
  deps.clock.advance(HOUR);
  await askAboutFreed(deps);
  expect(await asked()).toEqual([]);
});

test("nobody is asked during an open concern, or with an interpreter, and what was asked can be taken no more", async () => {
  const id = await agreed();
  await freeOne();
  await askAboutFreed(deps);
  const answer = await answerOf(id);
  await writeConcern(deps, { ...BY_STAFF, bookingId: id, kind: "raised", text: "A bruise" });
  expect(await takeEarlier(deps, answer)).toEqual({ ok: false, problem: "gone" });
  const other = await agreed(WAITS, at("14:00"));
  const booking = (await findBooking(deps.db, other))!;
  const answers = { interpreterNeeded: true };
  await saveSections(deps, { booking, ...BY_REFERRER, sections: { personalDetails: { answers } } });
  deps.clock.advance(4 * HOUR);
  await askAboutFreed(deps);
  expect(await asked()).toEqual([id]);
});

test("a practice that does not want it asks nobody", async () => {
  await agreed();
  await freeOne();
  const { times } = deps.settings.current();
  const value = { ...times, asksWaiting: false };
  const { actor } = BY_STAFF as { actor: { kind: "staff"; id: string } };
  await saveSettings(deps, { group: "times", value, baseVersion: 0 }, { actor, requestId: "r" });
  await askAboutFreed(deps);
  expect(await asked()).toEqual([]);
});
