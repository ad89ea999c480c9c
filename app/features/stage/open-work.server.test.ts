import { describe, expect, test } from "vitest";
import { readMoment } from "#app/features/stage/facts.server.ts";
import { listByDue } from "#app/features/staff/dashboard/dashboard-queries.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { askAssessors } from "#app/features/visits/agree/ask-assessors.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { openAt, readOpenWork } from "./open-work.server.ts";
import { readStages } from "./read-stages.server.ts";

const CONTACTED = { awaits_contact_since: null };

async function agreed(deps: TestDeps, assessorId: string, day: string): Promise<string> {
  const { id } = await createBooking(deps, CONTACTED);
  const change = { ...BY_STAFF, bookingId: id, version: 1, isReferrerTold: false, overruled: null };
  await agreeVisit(deps, { ...change, plan: { ...PLAN, day }, assessorId });
  return id;
}

/** Open bookings at several stages, the longest overdue first. */
async function bookingsByDue(deps: TestDeps): Promise<string[]> {
  const assessor = await createAssessor(deps);
  const toCome = await agreed(deps, assessor.id, "2027-03-18");
  const held = await agreed(deps, assessor.id, "2027-03-11");
  const asked = await createBooking(deps, CONTACTED);
  const question = { ...BY_STAFF, bookingId: asked.id, plan: PLAN, assessorIds: [assessor.id] };
  await askAssessors(deps, { ...question, deadlineAt: "2027-03-17T17:00:00.000Z", isReferrerTold: true });
  deps.clock.set("2027-03-15T09:00:00.000Z");
  const called = await createBooking(deps, { ...CONTACTED, created_at: "2027-03-14T09:00:00.000Z" });
  const fresh = await createBooking(deps, {
    created_at: "2027-03-15T08:00:00.000Z",
    awaits_contact_since: "2027-03-15T08:00:00.000Z",
  });
  return [held, fresh.id, called.id, asked.id, toCome];
}

describe("the open bookings", () => {
  test("are in the order of what is due, with the stages that each booking's page says", async () => {
    const deps = createTestDeps();
    const ids = await bookingsByDue(deps);
    await createBooking(deps, { status: "completed" });
    const moment = await readMoment(deps);
    const work = await readOpenWork(deps, moment);
    expect(work.map(({ id, due }) => [id, due])).toEqual([
      [ids[0], "2027-03-11T11:30:00.000Z"],
      [ids[1], "2027-03-16T08:00:00.000Z"],
      [ids[2], "2027-03-16T09:00:00.000Z"],
      [ids[3], "2027-03-17T17:00:00.000Z"],
      [ids[4], "2027-03-18T10:00:00.000Z"],
    ]);
    const stages = await readStages(deps, ids, moment);
    for (const { id, stage } of work) expect(stage, id).toBe(stages.get(id)!.stage);
    expect(openAt(work, "to-agree")!.map(({ id }) => id)).toEqual([ids[2]]);
    expect(openAt(work, "done")).toBeNull();
    expect(openAt(work, "note")).toBeNull();
  });

  test("a confirmed booking whose visit is to come lacks its forms until they are sent", async () => {
    const deps = createTestDeps();
    const ids = await bookingsByDue(deps);
    const confirmed = await createBooking(deps, { ...CONTACTED, status: "confirmed" });
    const work = await readOpenWork(deps, await readMoment(deps));
    const lacking = openAt(work, "referral-forms")!.map(({ id }) => id);
    expect(lacking).toContain(confirmed.id);
    expect(lacking).not.toContain(ids[0]);
    expect(openAt(work, "link")).toEqual([]);
  });
});

describe("the list in the order of what is due", () => {
  const read = async (deps: TestDeps, query: string, size = 3) => {
    const moment = await readMoment(deps);
    const work = await readOpenWork(deps, moment);
    const view = readDashboardView(new URLSearchParams(query));
    const page = await listByDue(deps.db, view, work, { size, moment });
    return { ...page, ids: page.bookings.map(({ id }) => id) };
  };

  test("has the open bookings first, then the newest of those that are over, page by page and back", async () => {
    const deps = createTestDeps();
    const open = await bookingsByDue(deps);
    const over = [];
    for (const day of ["03", "02", "01"])
      over.push(
        (await createBooking(deps, { status: "completed", created_at: `2027-03-${day}T09:00:00.000Z` })).id,
      );
    const all = [...open, ...over];
    const first = await read(deps, "");
    expect([first.ids, first.isAtStart, first.isAtEnd]).toEqual([all.slice(0, 3), true, false]);
    const second = await read(deps, `after=${first.ids.at(-1)!}`);
    expect([second.ids, second.isAtStart, second.isAtEnd]).toEqual([all.slice(3, 6), false, false]);
    const third = await read(deps, `after=${second.ids.at(-1)!}`);
    expect([third.ids, third.isAtStart, third.isAtEnd]).toEqual([all.slice(6), false, true]);
    const back = await read(deps, `before=${third.ids[0]!}`);
    expect([back.ids, back.isAtStart, back.isAtEnd]).toEqual([all.slice(3, 6), false, false]);
    const start = await read(deps, `before=${back.ids[0]!}`);
    expect([start.ids, start.isAtStart]).toEqual([all.slice(0, 3), true]);
    const whole = await read(deps, "", 8);
    expect([whole.ids, whole.isAtStart, whole.isAtEnd]).toEqual([all, true, true]);
  });

  test("is narrowed by stage, status and owner", async () => {
    const deps = createTestDeps();
    const [held, , , , toCome] = await bookingsByDue(deps);
    const done = await createBooking(deps, { status: "completed" });
    expect(await read(deps, "stage=outcome-missing")).toMatchObject({ ids: [held], isAtEnd: true, count: 1 });
    expect(await read(deps, "stage=agreed&owner=mine")).toMatchObject({ ids: [], count: 0 });
    expect((await read(deps, "stage=done")).ids).toEqual([done.id]);
    expect((await read(deps, "status=completed")).ids).toEqual([done.id]);
    expect((await read(deps, "stage=agreed")).ids).toEqual([toCome]);
    expect((await read(deps, "search=nobody&sort=due")).ids).toEqual([]);
  });
});
