import { describe, expect, test } from "vitest";
import { withoutTimeLimit } from "#app/platform/lock-timeout.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { bookingToken } from "#app/features/booking/record/guards.server.ts";
import { makeRequest } from "#app/features/booking/record/requests.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { writeConcern } from "#app/features/safeguarding/concerns.server.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import type { SettingsGroups } from "#app/features/settings/values.ts";
import { offerTimes } from "#app/features/visits/agree/offer-times.server.ts";
import { readStage } from "#app/features/stage/read-stages.server.ts";
import { chooseFreeTime, mayChooseFreely, readFreeTimes } from "./free-times.server.ts";

const BY_REFERRER = { actor: { kind: "visitor", id: null }, requestId: "test" } as const;
const ON = {
  assessments: ["Property and Finance Capacity Assessment"],
  isFaceToFace: true,
  isVirtual: false,
  asksFirst: false,
  asksWaiting: true,
};

async function setUp(times: Partial<SettingsGroups["times"]> = {}, overrides: Partial<BookingRow> = {}) {
  const deps = createTestDeps();
  const by = { actor: { kind: "staff", id: (await createUser(deps)).id }, requestId: "test" } as const;
  const value = { ...ON, ...times };
  expect(await saveSettings(deps, { group: "times", value, baseVersion: 0 }, by)).toEqual({ kind: "saved" });
  const assessor = await createAssessor(deps);
  const booking = await createBooking(deps, { assessment_location: "Leeds LS6 2AB", ...overrides });
  const row = async () =>
    (await deps.db.selectFrom("bookings").selectAll().where("id", "=", booking.id).executeTakeFirst())!;
  const path = `/booking/${booking.id}/times?token=${bookingToken(deps, booking)}`;
  const send = (form: Record<string, string>) => render(deps, path, undefined, form);
  return { deps, assessor, booking, row, path, send };
}

const choose = (deps: TestDeps, { id }: { id: string }, key: string) =>
  chooseFreeTime(deps, { ...BY_REFERRER, bookingId: id, key });

test("after the practice allows it, a referrer sees up to 12 free times on four days, and agrees one by a press", async () => {
  const { deps, booking, assessor, row, path, send } = await setUp();
  const times = (await readFreeTimes(deps, await row()))!;
  expect(times).toHaveLength(12);
  expect(new Set(times.map(({ day }) => day)).size).toBeGreaterThanOrEqual(4);
  // The notice of the practice is seven days.
  expect(times[0]!.day >= "2027-03-17").toBe(true);
  const page = await render(deps, path);
  expect(joinTexts(page.text)).not.toContain("Priya");
  const view = joinTexts((await render(deps, path.replace("/times", ""))).text);
  expect(view).toContain("You can see which are free.");
  expect((await send({ intent: "choose", time: times[4]!.key })).location).toContain("?done=time-chosen");
  expect(await deps.db.selectFrom("visits").selectAll().execute()).toMatchObject([
    { day: times[4]!.day, start: times[4]!.start, assessor_id: assessor.id, booking_id: booking.id },
  ]);
  expect(await choose(deps, booking, times[5]!.key)).toMatchObject({ problem: "agreed" });
});

test("with the second setting the assessor is asked first", async () => {
  const { deps, booking, row, path, send } = await setUp({ asksFirst: true });
  const [time] = (await readFreeTimes(deps, await row()))!;
  expect((await send({ intent: "choose", time: time!.key })).location).toContain("?done=time-asked");
  expect((await readStage(deps, booking.id)).stage).toBe("asked");
  expect(joinTexts((await render(deps, path)).text)).toContain("We have asked the assessor");
  expect(await choose(deps, booking, time!.key)).toMatchObject({ problem: "ended" });
});

test("a time that nobody showed, or that somebody else has taken since, is refused", async () => {
  const { deps, booking, row } = await setUp();
  const times = (await readFreeTimes(deps, await row()))!;
  const [first, second] = times;
  const forged = first!.key.replace(first!.start, "09:15");
  expect(await choose(deps, booking, forged)).toEqual({ ok: false, problem: "gone" });
  const other = await createBooking(deps, { assessment_location: "Leeds LS6 2AB" });
  expect(await choose(deps, other, first!.key)).toEqual({ ok: false, problem: "gone" });
  const theirs = (await readFreeTimes(
    deps,
    (await deps.db.selectFrom("bookings").selectAll().where("id", "=", other.id).executeTakeFirst())!,
  ))!;
  expect(await choose(deps, other, theirs[0]!.key)).toEqual({ ok: true });
  expect(await choose(deps, booking, first!.key)).toEqual({ ok: false, problem: "gone" });
  const left = (await readFreeTimes(deps, await row()))!;
  expect(left.map(({ key }) => key)).not.toContain(first!.key);
  expect(await choose(deps, booking, second!.key)).toEqual({ ok: true });
});

test("50 referrers choose the same times of 5 assessors at once: no visit overlaps another", async () => {
  const { deps } = await setUp();
  for (let n = 0; n < 4; n += 1) await createAssessor(deps, { first_name: `A${n}` });
  const bookings: { id: string; times: NonNullable<Awaited<ReturnType<typeof readFreeTimes>>> }[] = [];
  for (let n = 0; n < 50; n += 1) {
    const { id } = await createBooking(deps, { assessment_location: "Leeds LS6 2AB" });
    const row = await deps.db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirst();
    bookings.push({ id, times: (await readFreeTimes(deps, row!))! });
  }
  const answers = await withoutTimeLimit(() =>
    Promise.all(bookings.map((one) => choose(deps, one, one.times[0]!.key))),
  );
  const visits = await deps.db.selectFrom("visits").selectAll().execute();
  expect(visits).toHaveLength(5);
  expect(new Set(visits.map(({ assessor_id }) => assessor_id)).size).toBe(5);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
});

describe("staff plan the visit, and the page says no more than that", () => {
  type Made = Awaited<ReturnType<typeof setUp>>;
  const CASES: [what: string, make: () => Promise<Made>][] = [
    ["the setting is off", () => setUp({ assessments: [] })],
    ["another kind of visit", () => setUp({ isFaceToFace: false, isVirtual: true })],
    ["another assessment", () => setUp({ assessments: ["Health and Welfare Capacity Assessment"] })],
    ["an urgent booking", () => setUp({}, { prefer_earlier_date: 1 })],
    ["an unknown postcode", () => setUp({}, { assessment_location: "Leeds" })],
    ["a cancelled booking", () => setUp({}, { status: "cancelled" })],
    [
      "an interpreter",
      async () => {
        const made = await setUp();
        const sections = { personalDetails: { answers: { interpreterNeeded: true } } };
        await saveSections(made.deps, { booking: await made.row(), sections, ...BY_STAFF });
        return made;
      },
    ],
    [
      "a known risk",
      async () => {
        const made = await setUp();
        const sections = { communicationAids: { answers: { riskAssessments: "Two people must go" } } };
        await saveSections(made.deps, { booking: await made.row(), sections, ...BY_STAFF });
        return made;
      },
    ],
    [
      "a safeguarding concern",
      async () => {
        const made = await setUp();
        const by = {
          actor: { kind: "staff", id: (await createUser(made.deps)).id },
          requestId: "t",
        } as const;
        await writeConcern(made.deps, { ...by, bookingId: made.booking.id, kind: "raised", text: "Bruises" });
        return made;
      },
    ],
    [
      "a request for another date",
      async () => {
        const made = await setUp();
        await makeRequest(made.deps, made.booking.id, {
          ...BY_REFERRER,
          kind: "date",
          day: "2027-04-15",
          note: "",
        });
        return made;
      },
    ],
    [
      "times that staff offered",
      async () => {
        const made = await setUp();
        const times = ["10:00", "14:00"].map((start) => ({
          assessorId: made.assessor.id,
          day: PLAN.day,
          start,
        }));
        await offerTimes(made.deps, {
          ...BY_STAFF,
          bookingId: made.booking.id,
          plan: PLAN,
          times,
          until: null,
        });
        return made;
      },
    ],
  ];
  test.each(CASES)("%s", async (_what, make) => {
    const { deps, row } = await make();
    expect(await mayChooseFreely(deps, await row())).toBe(false);
    expect(await readFreeTimes(deps, await row())).toBeNull();
  });

  test("a referral without risks is no reason", async () => {
    const { deps, row } = await setUp();
    const sections = {
      communicationAids: { answers: { riskAssessments: "None known", specialRequirements: "" } },
    };
    await saveSections(deps, { booking: await row(), sections, ...BY_STAFF });
    expect(await mayChooseFreely(deps, await row())).toBe(true);
  });
});

test("a booking's times are shown 30 times an hour, and to nobody without its link", async () => {
  const { deps, path } = await setUp();
  for (let view = 0; view < 30; view += 1) expect((await render(deps, path)).status).toBe(200);
  expect((await render(deps, path)).status).toBe(429);
  deps.clock.advance(3_600_000);
  expect((await render(deps, path)).status).toBe(200);
  expect((await render(deps, path.replace(/\?.*/, ""))).status).toBe(404);
});
