import { expect, test } from "vitest";
import { callApi } from "#tests/setup/api.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { createAssessor, PLAN } from "#tests/setup/visits.ts";

const bearerOf = async (deps: TestDeps, role_id = "coordinator") =>
  (await signInAs(deps, await createUser(deps, { role_id }))).bearer;

async function createWorld() {
  const deps = createTestDeps();
  const booking = await createBooking(deps, { preferred_date: "2027-03-11" });
  const assessor = await createAssessor(deps, {}, { assessments: ["capacity-will", "property-finance"] });
  const bearer = await bearerOf(deps);
  const send = (path: string, body: object, headers = {}, id = booking.id) =>
    callApi(deps, "POST", `/api/bookings/${id}/visit${path}`, { bearer, body, headers });
  const agree = { ...PLAN, assessorId: assessor.id, acceptWarnings: true };
  return { deps, booking, assessor, bearer, send, agree };
}

const shown = (start: string, end: string, assessor = "Priya, Social worker") => ({
  day: "2027-03-11",
  start,
  end,
  mode: "face-to-face",
  assessor,
});

const visits = (deps: TestDeps) => deps.db.selectFrom("visits").selectAll().execute();

test("a program agrees a visit, moves it, gives it to somebody else and cancels it", async () => {
  const { deps, booking, send, agree } = await createWorld();
  const other = await createAssessor(deps, { first_name: "Omar" });
  const agreed = await send("", agree);
  expect(agreed).toMatchObject({
    status: 200,
    body: { bookingStatus: "confirmed", version: 2, visit: shown("10:00", "11:30") },
  });
  const moved = await send("/move", { day: PLAN.day, start: "13:00", version: 2, acceptWarnings: true });
  expect(moved.body).toMatchObject({ version: 3, visit: shown("13:00", "14:30") });
  expect(await send("/move", { day: PLAN.day, start: "14:00", version: 2 })).toMatchObject({ status: 409 });
  const given = await send("/reassign", { assessorId: other.id, reason: "Ill", acceptWarnings: true });
  expect(given.body).toMatchObject({ visit: shown("13:00", "14:30", "Omar, Social worker") });
  const cancelled = await send("/cancel", { after: "agree-another" });
  expect(cancelled.body).toEqual({ bookingStatus: "pending", version: 5, visit: null });
  expect(await send("/cancel", { after: "agree-another" })).toMatchObject({
    status: 409,
    body: { message: "This booking has no visit to come any more." },
  });
  expect(await visits(deps)).toMatchObject([{ booking_id: booking.id, ended_as: "cancelled" }]);
});

test("the referrer gets no mail about the visit when the program says so", async () => {
  const { deps, send, agree } = await createWorld();
  await send("", { ...agree, tellReferrer: false });
  const topics = (await deps.db.selectFrom("outbox").select("topic").execute()).map(({ topic }) => topic);
  expect(topics).toContain("assessor-visit-agreed");
  expect(topics).not.toContain("visit-agreed");
});

test("an overlapping visit is refused with the reason; an Administrator may give a reason to book it", async () => {
  const { deps, send, agree, assessor } = await createWorld();
  await send("", agree);
  const second = await createBooking(deps);
  const overlap = await send("", { ...agree, start: "11:00" }, {}, second.id);
  expect(overlap).toMatchObject({
    status: 409,
    body: { errors: { assessorId: [expect.stringMatching(/^Visit 10:00–11:30 in LS6/)] } },
  });
  const overruled = { ...agree, start: "11:00", overruleReason: "Same care home" };
  expect((await send("", overruled, {}, second.id)).status).toBe(403);
  expect(await visits(deps)).toHaveLength(1);
  const bearer = await bearerOf(deps, "administrator");
  const path = `/api/bookings/${second.id}/visit`;
  expect((await callApi(deps, "POST", path, { bearer, body: overruled })).status).toBe(200);
  expect(await visits(deps)).toMatchObject([{ assessor_id: assessor.id }, { assessor_id: assessor.id }]);
});

test("what speaks against an assessor has to be accepted in so many words", async () => {
  const { deps, send, agree } = await createWorld();
  const { acceptWarnings: _, ...plain } = agree;
  const late = { ...plain, start: "18:00" };
  const refused = await send("", late);
  expect(refused.status).toBe(409);
  expect(refused.body.errors).toMatchObject({
    assessorId: expect.arrayContaining(["Outside working hours"]),
  });
  expect(await visits(deps)).toEqual([]);
  expect((await send("", { ...late, acceptWarnings: true })).status).toBe(200);
});

test("the same request sent again with its key changes nothing", async () => {
  const { deps, send, agree } = await createWorld();
  const key = { "Idempotency-Key": "visit-1" };
  const answers = await Promise.all([send("", agree, key), send("", agree, key), send("", agree, key)]);
  for (const { status, body } of answers) {
    expect([status, body]).toMatchObject([200, { version: 2, visit: shown("10:00", "11:30") }]);
  }
  expect((await send("", { ...agree, start: "12:00" }, key)).status).toBe(409);
  const second = await createBooking(deps);
  expect((await send("", agree, key, second.id)).status).toBe(409);
  expect(await visits(deps)).toHaveLength(1);
  const refused = await send(
    "",
    { ...agree, day: "2027-03-01" },
    { "Idempotency-Key": "visit-2" },
    second.id,
  );
  expect([refused.status, refused.body.errors]).toEqual([422, { day: ["Enter today or a later day."] }]);
});

test("a visit that was held is entered with the reason, and a time that is on no clock is refused", async () => {
  const { deps, send, agree } = await createWorld();
  const held = { ...agree, day: "2027-03-09", heldReason: "Urgent" };
  expect(await send("", held)).toMatchObject({
    status: 200,
    body: { bookingStatus: "confirmed", visit: null },
  });
  expect(await visits(deps)).toMatchObject([{ day: "2027-03-09" }]);
  const missing = await send("", { ...agree, day: "2027-03-28", start: "01:30" });
  expect([missing.status, missing.body.errors]).toEqual([
    422,
    { start: ["The clocks go forward then. Enter a time before 01:00 or from 02:00 on."] },
  ]);
});

test("only staff's tokens may see who is free or change a visit", async () => {
  const { deps, booking, agree, assessor } = await createWorld();
  const assessors = (await signInAs(deps, assessor)).bearer;
  for (const [bearer, status] of [
    [undefined, 401],
    ["nonsense", 401],
    [await bearerOf(deps, "customer"), 403],
    [assessors, 403],
  ] as const) {
    const caller = bearer ? { bearer } : {};
    const path = `/api/bookings/${booking.id}/visit`;
    expect((await callApi(deps, "POST", path, { ...caller, body: agree })).status).toBe(status);
    expect((await callApi(deps, "GET", `${path}/free`, caller)).status).toBe(status);
  }
  expect(await visits(deps)).toEqual([]);
});

test("a program asks who is free on the preferred day, and on another", async () => {
  const { deps, booking, bearer, assessor } = await createWorld();
  const free = (query: string) =>
    callApi<object[]>(deps, "GET", `/api/bookings/${booking.id}/visit/free${query}`, { bearer });
  expect((await free("")).body).toMatchObject([{ assessorId: assessor.id, name: "Priya Nair", blocks: [] }]);
  const sunday = await free("?day=2027-03-14&start=09:00&minutes=60");
  expect(sunday.body).toMatchObject([
    { level: "warns", warnings: expect.arrayContaining(["Outside working hours"]) },
  ]);
  expect((await free("?day=2027-02-31")).status).toBe(422);
});

test("lists of bookings have their visits as the single booking has", async () => {
  const { deps, bearer, send, agree } = await createWorld();
  await createBooking(deps);
  await send("", agree);
  for (const path of ["/api/bookings", "/api/bookings?limit=10"]) {
    const { body } = await callApi<object[]>(deps, "GET", path, { bearer });
    expect(body).toHaveLength(2);
    expect(body.filter((one) => "visit" in one)).toMatchObject([{ visit: shown("10:00", "11:30") }]);
  }
});
