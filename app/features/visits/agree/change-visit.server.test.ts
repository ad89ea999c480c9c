import { describe, expect, test } from "vitest";
import { readHistory } from "#app/features/audit/queries.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { agreeVisit, cancelVisit, moveVisit, recordNotHeld, reassignVisit } from "./change-visit.server.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import type { VisitPlan } from "#app/features/visits/record/visit-plan.ts";

type Booking = { id: string; version: number };

const versionOf = async (deps: TestDeps, { id }: Pick<Booking, "id">) =>
  (await findBooking(deps.db, id))!.version;

const change = async (deps: TestDeps, booking: Booking) => ({
  ...BY_STAFF,
  bookingId: booking.id,
  version: await versionOf(deps, booking),
  isReferrerTold: true,
  overruled: null,
});

async function agree(deps: TestDeps, booking: Booking, assessorId: string, plan: Partial<VisitPlan> = {}) {
  return agreeVisit(deps, { ...(await change(deps, booking)), plan: { ...PLAN, ...plan }, assessorId });
}

const historyOf = async (deps: TestDeps, { id }: Pick<Booking, "id">) =>
  (await readHistory(deps.db, [{ kind: "booking", id }])).map(({ action, note }) => [action, note]);

describe("agreeing a visit", () => {
  test("confirms the booking, and keeps the date that the referrer prefers", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps, { preferred_date: "2027-03-20" });
    const assessor = await createAssessor(deps);
    expect(await agree(deps, booking, assessor.id)).toMatchObject({ ok: true });
    expect(await findBooking(deps.db, booking.id)).toMatchObject({
      status: "confirmed",
      awaits_contact_since: null,
      preferred_date: "2027-03-20",
      version: 2,
    });
    expect(await visitsOfBooking(deps, booking.id)).toMatchObject([
      { number: 1, assessor_id: assessor.id, ...PLAN, travel: { before: 30, after: 30 }, ended_as: null },
    ]);
    expect(await historyOf(deps, booking)).toEqual([
      ["visit.agreed", "Thursday 11 March 2027, 10:00–11:30, with Priya Nair"],
    ]);
  });

  test("stores the place encrypted", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    await agree(deps, booking, (await createAssessor(deps)).id);
    const row = await deps.db.selectFrom("visits").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain("Mill Lane");
  });

  test.each([
    ["a booking that was cancelled", { status: "cancelled" }, {}, "closed"],
    ["a booking that is completed", { status: "completed" }, {}, "closed"],
    ["a time that is over", {}, { day: "2027-03-09" }, "past"],
  ] as const)("is refused for %s", async (_what, booked, plan, problem) => {
    const deps = createTestDeps();
    const booking = await createBooking(deps, booked);
    const assessor = await createAssessor(deps);
    expect(await agree(deps, booking, assessor.id, plan)).toEqual({ ok: false, problem });
  });

  test("is refused for a user who is no active assessor", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const left = await createAssessor(deps, { is_active: 0 });
    const coordinator = await createAssessor(deps);
    await deps.db
      .updateTable("users")
      .set({ role_id: "coordinator" })
      .where("id", "=", coordinator.id)
      .execute();
    for (const id of [left.id, coordinator.id, "nobody"]) {
      expect(await agree(deps, booking, id)).toEqual({ ok: false, problem: "unknown-assessor" });
    }
  });

  test("is refused when the booking was changed since the form was opened", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { id: assessorId } = await createAssessor(deps);
    const opened = await change(deps, booking);
    await agree(deps, booking, assessorId);
    expect(await agreeVisit(deps, { ...opened, plan: PLAN, assessorId })).toEqual({
      ok: false,
      problem: "changed-since",
    });
    expect(await agree(deps, booking, assessorId, { day: "2027-03-15" })).toEqual({
      ok: false,
      problem: "has-visit",
    });
  });

  test("is refused after the registration has ended, whoever asks", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const assessor = await createAssessor(deps, {}, { registerEndsOn: "2027-03-10" });
    const refused = { ok: false, problem: "barred", reason: "Registration ended on 10/03/2027" };
    expect(await agree(deps, booking, assessor.id)).toEqual(refused);
    const asked = { ...(await change(deps, booking)), overruled: { reason: "Only one left" } };
    expect(await agreeVisit(deps, { ...asked, plan: PLAN, assessorId: assessor.id })).toEqual(refused);
  });

  test("is refused when it overlaps another visit, unless an Administrator gives a reason", async () => {
    const deps = createTestDeps();
    const [first, second] = [await createBooking(deps), await createBooking(deps)];
    const assessor = await createAssessor(deps);
    await agree(deps, first, assessor.id);
    const plan = { ...PLAN, start: "12:00" };
    expect(await agree(deps, second, assessor.id, plan)).toEqual({
      ok: false,
      problem: "overlap",
      reason: `Visit 10:00–11:30 in LS6 (${first.reference}), too close with travel`,
    });
    const asked = { ...(await change(deps, second)), overruled: { reason: "Same care home" } };
    expect(await agreeVisit(deps, { ...asked, plan, assessorId: assessor.id })).toMatchObject({ ok: true });
    expect(await historyOf(deps, second)).toEqual([
      [
        "visit.agreed",
        "Thursday 11 March 2027, 12:00–13:30, with Priya Nair. Booked although it overlaps. Reason: Same care home",
      ],
    ]);
  });

  test("of twenty at once for overlapping visits of one assessor exactly one succeeds", async () => {
    const deps = createTestDeps();
    const assessor = await createAssessor(deps);
    const bookings = [];
    for (let count = 0; count < 20; count += 1) bookings.push(await createBooking(deps));
    const results = await Promise.all(
      bookings.map((booking, index) => {
        const start = `10:${String(index * 2).padStart(2, "0")}`;
        const asked = {
          ...BY_STAFF,
          bookingId: booking.id,
          version: 1,
          isReferrerTold: true,
          overruled: null,
        };
        return agreeVisit(deps, { ...asked, plan: { ...PLAN, start }, assessorId: assessor.id });
      }),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.problem === "overlap")).toHaveLength(19);
    expect(await deps.db.selectFrom("visits").select("id").execute()).toHaveLength(1);
  });

  test("of two at once for one booking exactly one succeeds", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const assessors = [await createAssessor(deps), await createAssessor(deps)];
    const asked = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: true, overruled: null };
    const results = await Promise.all(
      assessors.map(({ id }) => agreeVisit(deps, { ...asked, plan: PLAN, assessorId: id })),
    );
    expect(results).toContainEqual({ ok: false, problem: "changed-since" });
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe("a visit to come", () => {
  async function agreed(booked = {}) {
    const deps = createTestDeps();
    const booking = await createBooking(deps, booked);
    const assessor = await createAssessor(deps);
    await agree(deps, booking, assessor.id);
    return { deps, booking, assessor };
  }

  test("is moved, and does not stand in its own way", async () => {
    const { deps, booking } = await agreed();
    const plan = { ...PLAN, start: "10:30", place: "" };
    expect(await moveVisit(deps, { ...(await change(deps, booking)), plan })).toMatchObject({ ok: true });
    expect(await visitsOfBooking(deps, booking.id)).toMatchObject([{ number: 1, start: "10:30", place: "" }]);
    expect((await historyOf(deps, booking))[0]).toEqual([
      "visit.moved",
      "Thursday 11 March 2027, 10:00–11:30 to Thursday 11 March 2027, 10:30–12:00",
    ]);
  });

  test("is not moved onto another visit of the assessor", async () => {
    const { deps, booking, assessor } = await agreed();
    const other = await createBooking(deps);
    await agree(deps, other, assessor.id, { day: "2027-03-12" });
    const plan = { ...PLAN, day: "2027-03-12" };
    const moved = await moveVisit(deps, { ...(await change(deps, booking)), plan });
    expect(moved).toMatchObject({ ok: false, problem: "overlap" });
  });

  test("is given to another assessor and back, and stays one visit", async () => {
    const { deps, booking, assessor } = await agreed();
    const other = await createAssessor(deps, { first_name: "Tom", last_name: "Ward" });
    for (const { id } of [other, assessor]) {
      const asked = { ...(await change(deps, booking)), assessorId: id, reason: "Ill" };
      expect(await reassignVisit(deps, asked)).toMatchObject({ ok: true });
    }
    expect(await visitsOfBooking(deps, booking.id)).toMatchObject([{ assessor_id: assessor.id }]);
    expect((await historyOf(deps, booking)).map(([, note]) => note)).toEqual([
      "Tom Ward to Priya Nair. Reason: Ill",
      "Priya Nair to Tom Ward. Reason: Ill",
      "Thursday 11 March 2027, 10:00–11:30, with Priya Nair",
    ]);
  });

  test("cannot be given to somebody who has another visit then, or to the same assessor", async () => {
    const { deps, booking, assessor } = await agreed();
    const busy = await createAssessor(deps);
    await agree(deps, await createBooking(deps), busy.id, { start: "11:00" });
    const asked = { ...(await change(deps, booking)), reason: "" };
    expect(await reassignVisit(deps, { ...asked, assessorId: busy.id })).toMatchObject({
      problem: "overlap",
    });
    expect(await reassignVisit(deps, { ...asked, assessorId: assessor.id })).toMatchObject({
      problem: "same-assessor",
    });
  });

  test("is cancelled, and the booking waits for another", async () => {
    const { deps, booking, assessor } = await agreed();
    const asked = { ...(await change(deps, booking)), after: "agree-another", reason: "Client ill" } as const;
    expect(await cancelVisit(deps, asked)).toMatchObject({ ok: true });
    expect(await findBooking(deps.db, booking.id)).toMatchObject({
      status: "pending",
      awaits_contact_since: deps.clock.now().toISOString(),
    });
    await agree(deps, booking, assessor.id);
    expect(await visitsOfBooking(deps, booking.id)).toMatchObject([
      { number: 1, ended_as: "cancelled" },
      { number: 1, ended_as: null },
    ]);
  });

  test("is cancelled together with the booking", async () => {
    const { deps, booking } = await agreed();
    const asked = { ...(await change(deps, booking)), after: "cancel-booking", reason: "" } as const;
    await cancelVisit(deps, asked);
    expect(await findBooking(deps.db, booking.id)).toMatchObject({
      status: "cancelled",
      awaits_contact_since: null,
    });
    expect(await cancelVisit(deps, { ...asked, version: await versionOf(deps, booking) })).toMatchObject({
      problem: "no-visit",
    });
  });

  test("that did not take place makes room for a second one", async () => {
    const { deps, booking, assessor } = await agreed();
    const early = { ...(await change(deps, booking)), reason: "Nobody at home" };
    expect(await recordNotHeld(deps, early)).toEqual({ ok: false, problem: "not-over" });
    deps.clock.set("2027-03-11T10:05:00.000Z");
    expect(await recordNotHeld(deps, early)).toMatchObject({ ok: true });
    await agree(deps, booking, assessor.id, { day: "2027-03-18" });
    expect(await visitsOfBooking(deps, booking.id)).toMatchObject([
      { number: 1, ended_as: "not-held" },
      { number: 2, ended_as: null },
    ]);
  });

  test("leaves room for a second one once it took place", async () => {
    const { deps, booking, assessor } = await agreed();
    deps.clock.set("2027-03-11T12:00:00.000Z");
    await agree(deps, booking, assessor.id, { day: "2027-03-18" });
    expect(await visitsOfBooking(deps, booking.id)).toMatchObject([
      { number: 1, ended_as: null },
      { number: 2, ended_as: null },
    ]);
  });
});
