import { beforeEach, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { listPages } from "#tests/setup/list-pages.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { makeRequest } from "#app/features/booking/record/requests.server.ts";
import { agreeVisit, cancelVisit, reassignVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { findVisit } from "#app/features/visits/record/find-visits.server.ts";
import { freedTimes, whoWaitsFor } from "./freed-times.server.ts";

let deps: TestDeps;
let assessorId: string;
let visitId: string;

type Overrides = Parameters<typeof createBooking>[1];

const change = (id: string, version: number) => ({
  ...BY_STAFF,
  bookingId: id,
  version,
  isReferrerTold: false,
  overruled: null,
});

async function agree(overrides: Overrides, plan = PLAN) {
  const booking = await createBooking(deps, overrides);
  const visit = await agreeVisit(deps, { ...change(booking.id, booking.version), plan, assessorId });
  if (!visit.ok) throw new Error(visit.problem);
  return { booking, visitId: visit.visitId };
}

beforeEach(async () => {
  deps = createTestDeps();
  assessorId = (await createAssessor(deps)).id;
  const cancelled = await agree({});
  visitId = cancelled.visitId;
  await cancelVisit(deps, { ...change(cancelled.booking.id, 2), after: "agree-another", reason: "" });
});

async function waiting() {
  const visit = (await findVisit(deps, visitId))!;
  const { day, start, minutes } = visit;
  const time = { visitId, assessorId: visit.assessor_id, day, start, minutes };
  return (await whoWaitsFor(deps, time, visit)).map(({ id, why, held }) => ({ id, why, held }));
}

const LATER = { ...PLAN, day: "2027-03-18" };
const IN_LEEDS = { assessment_location: "LS6 2AB", preferred_date: "2027-03-25" };

test("urgent bookings in the assessor's area are offered the time of a cancelled visit", async () => {
  const urgent = await createBooking(deps, { ...IN_LEEDS, prefer_earlier_date: 1 });
  await createBooking(deps, { ...IN_LEEDS });
  await createBooking(deps, { ...IN_LEEDS, assessment_location: "CF10 1AA", prefer_earlier_date: 1 });
  await createBooking(deps, { ...IN_LEEDS, preferred_date: "2027-03-10", prefer_earlier_date: 1 });
  expect(await waiting()).toEqual([{ id: urgent.id, why: "Would like an earlier date", held: null }]);
  expect(await freedTimes(deps)).toEqual([
    { id: visitId, search: "", when: "Thursday 11 March 2027, 10:00–11:30", assessor: "Priya Nair" },
  ]);
});

test("nobody is offered a time within their right to cancel, or while they ask to cancel", async () => {
  const early = await createBooking(deps, { ...IN_LEEDS, prefer_earlier_date: 1, start_requested: 0 });
  expect(await waiting()).toEqual([]);
  const booking = await createBooking(deps, { ...IN_LEEDS, prefer_earlier_date: 1 });
  expect(await waiting()).toHaveLength(1);
  const request = { ...BY_STAFF, kind: "cancel", day: null, note: "" } as const;
  for (const { id } of [early, booking]) await makeRequest(deps, id, request);
  expect(await waiting()).toEqual([]);
});

test("a visit that was agreed for later than the referrer preferred may come forward", async () => {
  const { booking } = await agree({ ...IN_LEEDS, preferred_date: "2027-03-11" }, LATER);
  const [first] = await waiting();
  expect(first).toMatchObject({ id: booking.id, held: "Thursday 18 March 2027, 10:00–11:30" });
  expect(first?.why).toContain("Preferred");
});

test("nobody is offered a time that was given to another visit, or that is past", async () => {
  await createBooking(deps, { ...IN_LEEDS, prefer_earlier_date: 1 });
  expect(await waiting()).toHaveLength(1);
  const { booking } = await agree({});
  expect(await waiting()).toEqual([]);
  await cancelVisit(deps, { ...change(booking.id, 2), after: "agree-another", reason: "" });
  deps.clock.set("2027-03-11T10:30:00.000Z");
  expect(await waiting()).toEqual([]);
  expect(await freedTimes(deps)).toEqual([]);
});

test("the time is filled in on the page on which staff agree the visit", async () => {
  const urgent = await createBooking(deps, { ...IN_LEEDS, prefer_earlier_date: 1 });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const page = await render(deps, `/admin/visits/${visitId}/waiting`, cookie);
  const href = `/admin/bookings/${urgent.id}/visit?day=2027-03-11&start=10%3A00&minutes=90`;
  expect(page.text.replaceAll("&amp;", "&")).toContain(href);
  const { text } = await render(deps, href, cookie);
  expect(text).toContain('value="2027-03-11"');
  expect(joinTexts(text)).toContain("Thursday 11 March 2027, 10:00–11:30: 1 of 1 free");
});

test("a booking without a postcode is offered a time in its town", async () => {
  const town = { ...IN_LEEDS, prefer_earlier_date: 1 } as const;
  const inLeeds = await createBooking(deps, { ...town, assessment_location: "Leeds" });
  await createBooking(deps, { ...town, assessment_location: "Bradford" });
  expect((await waiting()).map(({ id }) => id)).toEqual([inLeeds.id]);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const { text } = await render(deps, `/admin/visits/${visitId}/waiting`, cookie);
  expect(joinTexts(text)).toContain(", Leeds, by town");
});

test("the time of an assessor whose visit was given to somebody else is offered, until they have it again", async () => {
  const { booking, visitId: given } = await agree({}, { ...PLAN, start: "13:00" });
  const urgent = await createBooking(deps, { ...IN_LEEDS, prefer_earlier_date: 1 });
  const other = await createAssessor(deps, { first_name: "Tom", last_name: "Ward" });
  const reassign = async (version: number, toId: string) =>
    reassignVisit(deps, { ...change(booking.id, version), assessorId: toId, reason: "" });
  expect(await reassign(2, other.id)).toMatchObject({ ok: true });
  const freed = (await freedTimes(deps)).find(({ id }) => id === given);
  expect(freed).toMatchObject({ when: "Thursday 11 March 2027, 13:00–14:30", assessor: "Priya Nair" });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const page = await render(deps, `/admin/visits/${given}/waiting${freed!.search}`, cookie);
  expect(joinTexts(page.text)).toContain("13:00–14:30, with Priya Nair");
  expect(page.text).toContain(urgent.reference);
  expect(await reassign(3, assessorId)).toMatchObject({ ok: true });
  expect((await freedTimes(deps)).map(({ assessor }) => assessor)).toEqual(["Priya Nair", "Tom Ward"]);
  const gone = await render(deps, `/admin/visits/${given}/waiting${freed!.search}`, cookie);
  expect(gone.location).toContain(`/admin/bookings/${booking.id}`);
});

test("who waits behind hundreds for whom the time is too far away is offered it, too", async () => {
  const far = { ...IN_LEEDS, assessment_location: "CF10 1AA", prefer_earlier_date: 1 as const };
  for (let count = 0; count < 201; count += 1) await createBooking(deps, far);
  deps.clock.advance(60_000);
  const near = await createBooking(deps, { ...IN_LEEDS, prefer_earlier_date: 1 });
  expect((await waiting()).map(({ id }) => id)).toEqual([near.id]);
});

test("every time that fell free is reached in the calendar", async () => {
  const row = await deps.db.selectFrom("visits").selectAll().executeTakeFirstOrThrow();
  const times = Array.from({ length: 200 }, (_, index) => {
    const start = `${10 + Math.floor(index / 60)}:${String(index % 60).padStart(2, "0")}`;
    return { ...row, id: deps.ids.uuid(), number: 2 + index, day: "2027-03-12", start, place_sealed: null };
  });
  await deps.db.insertInto("visits").values(times).execute();
  const freed = times.map(({ id, assessor_id, day, start, minutes }) => ({
    id,
    visit_id: id,
    assessor_id,
    day,
    start,
    minutes,
    look_at: null,
  }));
  await deps.db.insertInto("freed_times").values(freed).execute();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const pages = await listPages(deps, "/admin/calendar", cookie, "times that fell free");
  const links = pages.flatMap((page) => page.match(/\/admin\/visits\/[\w-]+\/waiting/g) ?? []);
  expect([pages.length, new Set(links).size]).toEqual([11, 201]);
});
