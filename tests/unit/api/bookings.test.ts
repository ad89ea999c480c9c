import { allBookingsAsJson } from "#app/features/api/bookings-with-visits.server.ts";
import { expect, test } from "vitest";
import { BOOKING_REQUEST, callApi } from "#tests/setup/api.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";

type Booked = { booking: { id: string; bookingReference: string; totalValue: number }; accessToken: string };

async function staffBearer(deps: ReturnType<typeof createTestDeps>, roleId = "coordinator") {
  return (await signInAs(deps, await createUser(deps, { role_id: roleId }))).bearer;
}

test("a booking with an agreed visit says when it is and who comes", async () => {
  const deps = createTestDeps();
  const { id, token } = await createBooking(deps);
  const read = async () => (await callApi<object>(deps, "GET", `/api/bookings/${id}?token=${token}`)).body;
  expect(await read()).not.toHaveProperty("visit");
  await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: id,
    version: 1,
    plan: PLAN,
    assessorId: (await createAssessor(deps)).id,
    isReferrerTold: false,
    overruled: null,
  });
  expect(await read()).toMatchObject({
    visit: {
      day: "2027-03-11",
      start: "10:00",
      end: "11:30",
      mode: "face-to-face",
      assessor: "Priya, Social worker",
    },
  });
});

async function countBookings(deps: ReturnType<typeof createTestDeps>): Promise<number> {
  return (await deps.db.selectFrom("bookings").select("id").execute()).length;
}

test("books, ignores the total that was sent, and the token opens the booking", async () => {
  const deps = createTestDeps();
  const made = await callApi<Booked>(deps, "POST", "/api/bookings", { body: BOOKING_REQUEST });
  expect(made.status).toBe(201);
  expect(made.body.booking.totalValue).toBe(1120);
  const { id } = made.body.booking;
  for (const path of [`/api/bookings/${id}`, `/api/bookings/${id}/confirmation`]) {
    const read = await callApi(deps, "GET", `${path}?token=${made.body.accessToken}`);
    expect(read.status).toBe(200);
    expect(read.body).toMatchObject({
      id,
      bookingReference: made.body.booking.bookingReference,
      totalValue: 1120,
      referrerPhone: "7700900123",
      referrerPhoneAsTyped: "07700 900123",
      clientFirstName: "Edith",
      paymentMethod: "pay_later",
      calculatedPricing: { subtotal: 1190, discount: 70, total: 1120 },
    });
  }
  const row = await deps.db.selectFrom("bookings").selectAll().executeTakeFirstOrThrow();
  expect(JSON.parse(row.utm_parameters)).toEqual({ utm_source: "leaflet" });
  expect(JSON.parse(row.session_data)).toEqual({ page: "/price-list" });
});

test("who keeps the cookie of the call that booked needs no token for what follows a booking", async () => {
  const deps = createTestDeps();
  const made = await callApi<Booked>(deps, "POST", "/api/bookings", { body: BOOKING_REQUEST });
  const { id: bookingId, bookingReference, totalValue } = made.body.booking;
  const headers = { Cookie: made.headers.getSetCookie()[0]!.split(";")[0]! };
  const read = await callApi(deps, "GET", `/api/bookings/${bookingId}`, { headers });
  expect(read.status).toBe(200);
  const bodies = {
    "/api/xero/create-invoice": { ...BOOKING_REQUEST, bookingReference, totalValue },
    "/api/auth/register-customer": { email: "x@example.org", password: "correct horse 7", bookingId },
    "/api/referral-forms": { bookingId, personalDetails: { firstName: "Edith" } },
  };
  for (const [path, body] of Object.entries(bodies)) {
    expect((await callApi(deps, "POST", path, { body })).status, path).toBe(404);
    expect((await callApi(deps, "POST", path, { body, headers })).status, path).toBeLessThan(300);
  }
});

test("a booking is not there for a wrong token, without one, and where there is none", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const answers = await Promise.all(
    [
      `/api/bookings/${booking.id}`,
      `/api/bookings/${booking.id}?token=${"x".repeat(43)}`,
      `/api/bookings/${deps.ids.uuid()}?token=${booking.token}`,
      `/api/bookings/${booking.id}/confirmation?token=`,
    ].map((path) => callApi(deps, "GET", path)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test("names the fields that break a rule, in the wizard's words", async () => {
  const deps = createTestDeps();
  const { status, body } = await callApi(deps, "POST", "/api/bookings", {
    body: {
      ...BOOKING_REQUEST,
      referrerFirstName: "",
      selectedAssessments: ["Capacity to Make a Gift", "Palmistry"],
      showVirtualPricing: true,
      preferredDate: "2027-03-11",
      sessionData: { big: "x".repeat(5000) },
    },
  });
  expect(status).toBe(422);
  expect(body.message).toBe("Please fill in all required referrer fields.");
  expect(Object.keys(body.errors as object).sort()).toEqual([
    "preferredDate",
    "referrerFirstName",
    "selectedAssessments",
    "sessionData",
  ]);
  expect(await countBookings(deps)).toBe(0);
});

test("offers the corrected address for a known typo, and keeps the address when told to", async () => {
  const deps = createTestDeps();
  const typo = { ...BOOKING_REQUEST, referrerEmail: "joanna@gmial.com" };
  const refused = await callApi(deps, "POST", "/api/bookings", { body: typo });
  expect(refused.status).toBe(422);
  expect((refused.body.errors as Record<string, string[]>).referrerEmail).toEqual([
    "Possible typo detected in email domain",
    expect.stringContaining("joanna@gmail.com"),
  ]);
  const kept = await callApi(deps, "POST", "/api/bookings", {
    body: { ...typo, referrerEmailConfirmed: true },
  });
  expect(kept.status).toBe(201);
});

test("an Idempotency-Key books once and answers alike, 7 days long", async () => {
  const deps = createTestDeps();
  const send = (body: unknown, key = "order-1") =>
    callApi<Booked>(deps, "POST", "/api/bookings", { body, headers: { "Idempotency-Key": key } });
  const refused = await send({ ...BOOKING_REQUEST, referrerEmail: "" });
  expect(refused.status).toBe(422);

  const first = await send(BOOKING_REQUEST);
  const reordered = Object.fromEntries(Object.entries(BOOKING_REQUEST).reverse());
  const again = await send(reordered);
  expect([again.status, again.body]).toEqual([201, first.body]);
  const other = await send({ ...BOOKING_REQUEST, assessmentLocation: "York" });
  expect(other.status).toBe(409);
  expect((await send(BOOKING_REQUEST, "order-2")).body.booking.id).not.toBe(first.body.booking.id);
  expect(await countBookings(deps)).toBe(2);

  await deps.db.updateTable("bookings").set({ token_version: 2 }).execute();
  deps.clock.advance(6 * 86_400_000);
  const late = await send(BOOKING_REQUEST);
  expect([late.status, late.body]).toEqual([201, first.body]);
  const revoked = `/api/bookings/${first.body.booking.id}?token=${late.body.accessToken}`;
  expect((await callApi(deps, "GET", revoked)).status).toBe(404);

  deps.clock.advance(2 * 86_400_000);
  expect((await send({ ...BOOKING_REQUEST, preferredDate: "" })).status).toBe(201);
  expect(await deps.db.selectFrom("idempotency_keys").selectAll().execute()).toHaveLength(1);
});

test("requests with one key at the same moment make one booking", async () => {
  const deps = createTestDeps();
  const headers = { "Idempotency-Key": "at-once" };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      callApi(deps, "POST", "/api/bookings", { body: BOOKING_REQUEST, headers }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await countBookings(deps)).toBe(1);
  const mails = deps.db.selectFrom("outbox").select("id").where("topic", "=", "booking-confirmation");
  expect(await mails.execute()).toHaveLength(1);
});

test("refuses a key that is none, and more than 30 bookings an hour", async () => {
  const deps = createTestDeps();
  const send = (headers = {}) => callApi(deps, "POST", "/api/bookings", { body: BOOKING_REQUEST, headers });
  expect((await send({ "Idempotency-Key": "k".repeat(256) })).status).toBe(400);
  for (let count = 0; count < 30; count += 1) expect((await send()).status).toBe(201);
  const refused = await send();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
});

test("staff list all bookings, newest first, in pages when they like", async () => {
  const deps = createTestDeps();
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.unshift((await createBooking(deps)).id);
    deps.clock.advance(1000);
  }
  const bearer = await staffBearer(deps);
  const all = await callApi<{ id: string }[]>(deps, "GET", "/api/bookings", { bearer });
  expect(all.body.map(({ id }) => id)).toEqual(ids);
  expect(all.headers.has("Link")).toBe(false);

  const seen: string[] = [];
  let path = "/api/bookings?limit=2";
  for (;;) {
    const page = await callApi<{ id: string }[]>(deps, "GET", path, { bearer });
    seen.push(...page.body.map(({ id }) => id));
    const next = /^<(.+)>; rel="next"$/.exec(page.headers.get("Link") ?? "")?.[1];
    if (!next) break;
    path = next;
  }
  expect(seen).toEqual(ids);
  for (const query of ["limit=0", "limit=x", "limit=501", "cursor=nonsense"]) {
    expect((await callApi(deps, "GET", `/api/bookings?${query}`, { bearer })).status).toBe(422);
  }
});

test("a list longer than the server sends at once goes on where its Link header says", async () => {
  const deps = createTestDeps({ API_MAX_BOOKINGS: "102" });
  const bearer = await staffBearer(deps);
  const ids: string[] = [];
  for (let count = 0; count < 204; count += 1) {
    ids.unshift((await createBooking(deps)).id);
    deps.clock.advance(1000);
  }
  const first = await callApi<{ id: string }[]>(deps, "GET", "/api/bookings", { bearer });
  expect(first.body.map(({ id }) => id)).toEqual(ids.slice(0, 102));
  const [, next] = /^<(.+)>; rel="next"$/.exec(first.headers.get("Link")!)!;
  const second = await callApi<{ id: string }[]>(deps, "GET", next!, { bearer });
  expect(second.body.map(({ id }) => id)).toEqual(ids.slice(102));
  expect(second.headers.has("Link")).toBe(false);
});

test("all bookings are sent in pieces, so that others are answered meanwhile", async () => {
  const deps = createTestDeps();
  const bearer = await staffBearer(deps);
  const list = () => callApi<{ id: string }[]>(deps, "GET", "/api/bookings", { bearer });
  expect((await list()).body).toEqual([]);
  const ids: string[] = [];
  for (let count = 0; count < 201; count += 1) {
    ids.unshift((await createBooking(deps)).id);
    deps.clock.advance(1000);
  }
  const { headers, body } = await list();
  expect(headers.get("Content-Type")).toBe("application/json");
  expect(body.map(({ id }) => id)).toEqual(ids);
  const pieces: string[] = [];
  for await (const piece of allBookingsAsJson(deps, { before: ids[50]! })) pieces.push(piece);
  expect(pieces).toHaveLength(3);
  expect(JSON.parse(pieces.join(""))).toEqual(body.slice(51));
});
