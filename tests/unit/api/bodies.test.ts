import fc from "fast-check";
import { expect, test } from "vitest";
import { startPendingSignIn } from "#app/features/accounts/sign-in/pending-sign-in.server.ts";
import { checkEmail } from "#app/features/contact-details/email.ts";
import { openApiDocument } from "#app/features/api/openapi.ts";
import type { Access } from "#app/features/api/operation.ts";
import { OPERATIONS } from "#app/features/api/operations.ts";
import { priceBooking } from "#app/features/catalogue/pricing.ts";
import type { AssessmentId } from "#app/features/catalogue/catalogue.ts";
import { makeReferral } from "#app/features/referral/saved-referral.server.ts";
import { BOOKING_REQUEST, callApi } from "#tests/setup/api.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createAssessor, PLAN } from "#tests/setup/visits.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";

/**
 * Generated bodies, for every call that takes one: none is answered with a 5xx (`callApi` also holds each answer
 * against the description), and a refused one leaves no row. `npm run test:api-bodies` sends 2,000 to each call.  */
const RUNS = Number(process.env.API_BODIES ?? 40);
const TIMEOUT_MS = 60_000 + RUNS * 500;

const WATCHED = [
  "bookings",
  "booking_lines",
  "referral_forms",
  "referral_sections",
  "users",
  "sessions",
  "customer_bookings",
  "invoices",
  "idempotency_keys",
  "outbox",
  "audit_log",
] as const;

/** How many rows each watched table has. In one statement: they are counted before and after each call. */
function rowCounts(deps: TestDeps): Promise<Record<string, number | null>> {
  return deps.db
    .selectNoFrom((eb) =>
      WATCHED.map((table) =>
        eb
          .selectFrom(table)
          .select((from) => from.fn.countAll<number>().as("count"))
          .as(table),
      ),
    )
    .executeTakeFirstOrThrow();
}

const { schemas } = openApiDocument({ name: "Test", origin: "http://localhost", email: "a@example.org" })
  .components as { schemas: Record<string, { properties: Record<string, unknown> }> };

/** Any text, broken surrogates included. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
  .map((units) => String.fromCharCode(...units));

/** Values that have broken programs before. */
const nasty = fc.constantFrom<unknown>(
  ...[
    "",
    " ",
    null,
    "\u0000",
    "\ud800",
    "__proto__",
    "<script>alert(1)</script>",
    "' or 1=1 --",
    "x".repeat(6000),
  ],
  ...[
    -1,
    0,
    1e308,
    true,
    [],
    {},
    [[]],
    [null],
    ["x"],
    { a: { b: {} } },
    { toString: 1, valueOf: 1 },
    [{ toString: 1 }],
    "2027-02-31",
    "+44",
    "a@b",
    "١٢٣٤٥٦",
  ],
);
const anything = fc.oneof({ weight: 2, arbitrary: nasty }, fc.jsonValue({ maxDepth: 4 }), anyText);

/** A body near a good one: some keys with something else in them, some left out, some unknown. Or no object at all. */
function bodies(operationId: string, good: Record<string, unknown>): fc.Arbitrary<unknown> {
  const keys = Object.keys(schemas[`${operationId}Request`]!.properties);
  const changed = fc.dictionary(fc.constantFrom(...keys, "unknown"), anything, { maxKeys: 4 });
  const dropped = fc.subarray(keys, { maxLength: Math.min(2, keys.length) });
  const near = fc.tuple(changed, dropped).map(([changes, without]) => {
    const body: Record<string, unknown> = { ...good, ...changes };
    for (const key of without) delete body[key];
    return JSON.stringify(body);
  });
  const text = fc.oneof(fc.jsonValue().map(JSON.stringify), fc.string(), fc.constant("[".repeat(30_000)));
  return fc.oneof({ weight: 8, arbitrary: near }, text);
}

const CALLER = {
  clientAddress: "192.0.2.1",
  deviceSecret: null,
  deviceLabel: "Test",
  fingerprint: null,
  requestId: "test-request",
};

/** The body, the valid body near it and the sender of each call. */
async function createWorld(deps: TestDeps) {
  const booking = await createBooking(deps, { payment_method: "pay_now" });
  const { bearer } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const newcomer = await createUser(deps, { role_id: "coordinator", is_password_temporary: 1 });
  const assessor = await createAssessor(deps);
  const tempToken = deps.ids.random256();
  await startPendingSignIn(deps, newcomer, "code", CALLER, tempToken);
  const formId = deps.ids.uuid();
  await makeReferral(deps.db, { newId: formId, now: deps.clock.now().toISOString() }, booking.id);
  const answers = { firstName: "Edith", title: "Mrs", interpreterNeeded: true };
  const sections = { personalDetails: answers, gift: { giftType: "loan" }, communicationAids: {} };
  const bodyOf: Record<string, Record<string, unknown>> = {
    createBooking: BOOKING_REQUEST,
    createInvoice: { bookingData: { bookingReference: booking.reference }, token: booking.token },
    agreeVisit: { assessorId: assessor.id, ...PLAN, acceptWarnings: true },
    moveVisit: { ...PLAN, start: "12:00", acceptWarnings: true },
    reassignVisit: { assessorId: assessor.id, reason: "ill" },
    cancelVisit: { after: "agree-another" },
    registerCustomer: { bookingId: booking.id, password: "short", token: booking.token },
    login: { email: "nobody@example.org", password: "" },
    sendOtp: { email: "nobody@example.org" },
    verifyOtp: { userId: "x", code: "123456" },
    completeOtpLogin: { deviceFingerprint: "x" },
    createPassword: { password: "too-short", confirmPassword: "too-short" },
    createReferralForm: { bookingId: booking.id, ...sections },
    updateReferralForm: sections,
    sendBookingLink: { email: "a@example.org", assessments: ["capacity-will"] },
    createUser: { email: "a@example.org", password: "short", roleId: "coordinator" },
  };
  const params: Record<string, string> = { bookingId: booking.id, formId };
  const bearerOf = (access: Access) => (access === "temporary-token" ? tempToken : bearer);
  return { booking, bearerOf, bodyOf, params };
}

const withBodies = OPERATIONS.filter(({ body }) => body);

test.each(withBodies.map((operation) => [operation.id, operation] as const))(
  "%s answers any body without a fault, and a refused one leaves nothing behind",
  { timeout: TIMEOUT_MS },
  async (id, operation) => {
    const deps = createTestDeps({ RATE_LIMITS: "off" });
    const { booking, bearerOf, bodyOf, params } = await createWorld(deps);
    const bearer = bearerOf(operation.access);
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!);
    await fc.assert(
      fc.asyncProperty(bodies(id, bodyOf[id]!), async (body) => {
        const before = await rowCounts(deps);
        const { status } = await callApi(deps, operation.method, `${path}?token=${booking.token}`, {
          body,
          bearer,
        });
        expect(status).toBeLessThan(500);
        if (status >= 400) expect(await rowCounts(deps)).toEqual(before);
      }),
      { numRuns: RUNS },
    );
    await expectSoundRows(deps);
  },
);

/** Whatever was accepted is a booking that the wizard would have made, or a user who can be written to. */
async function expectSoundRows(deps: TestDeps): Promise<void> {
  const bookings = await deps.db.selectFrom("bookings").selectAll().execute();
  const lines = await deps.db.selectFrom("booking_lines").selectAll().orderBy("position").execute();
  const linesOf = Map.groupBy(lines, (line) => line.booking_id);
  for (const booking of bookings) {
    const assessmentIds = linesOf.get(booking.id)!.map((line) => line.assessment_id as AssessmentId);
    const price = priceBooking({ assessmentIds, isVirtual: booking.is_virtual === 1 });
    expect(booking.total_pence).toBe(price.totalPence);
    expect(booking.referrer_phone).toMatch(/^[1-9]\d{5,13}$/);
    expect(booking.referrer_first_name.trim()).not.toBe("");
    expect(checkEmail(booking.referrer_email, { isTypoAllowed: true })).toBeNull();
    expect(Object.keys(JSON.parse(booking.utm_parameters)).filter((key) => !key.startsWith("utm_"))).toEqual(
      [],
    );
    expect(Buffer.byteLength(booking.session_data)).toBeLessThanOrEqual(4096);
  }
  for (const user of await deps.db.selectFrom("users").selectAll().execute()) {
    expect(checkEmail(user.email, { isTypoAllowed: true })).toBeNull();
  }
  expect((await deps.db.selectFrom("referral_forms").select("id").execute()).length).toBeLessThanOrEqual(1);
}

test("no identifier, token or query makes a read fail", { timeout: TIMEOUT_MS }, async () => {
  const deps = createTestDeps({ RATE_LIMITS: "off" });
  const { bearerOf } = await createWorld(deps);
  const segment = anyText.map((text) => encodeURIComponent(`x${text.toWellFormed()}`));
  const reads = OPERATIONS.filter(({ method }) => method === "GET");
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...reads), segment, segment, async (operation, part, value) => {
      const path = operation.path.replace(/\{\w+\}/g, part);
      for (const query of [`token=${value}`, `limit=${value}`, `cursor=${value}`]) {
        const { status } = await callApi(deps, "GET", `${path}?${query}`, {
          bearer: bearerOf(operation.access),
        });
        expect(status).toBeLessThan(500);
      }
    }),
    { numRuns: RUNS },
  );
});
