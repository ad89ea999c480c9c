import { expect, test } from "vitest";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import { callApi } from "#tests/setup/api.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";

const PASSWORD = "Quiet-harbour-71";

type State = {
  success: boolean;
  requiresOtp: boolean;
  requiresPasswordSetup: boolean;
  userId?: string;
  accessToken?: string;
  tempToken?: string;
};

const login = (deps: TestDeps, email: string, password = PASSWORD, headers = {}) =>
  callApi<State>(deps, "POST", "/api/auth/login", { body: { email, password }, headers });

async function mailedCode(deps: TestDeps): Promise<string> {
  const row = await deps.db
    .selectFrom("outbox")
    .selectAll()
    .where("topic", "=", "sign-in-code")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return (decryptPayload(deps.secrets, row) as { code: string }).code;
}

/** Signs in up to the temporary token of a verified code. */
async function verified(deps: TestDeps, email: string) {
  await login(deps, email);
  const sent = await callApi(deps, "POST", "/api/auth/send-otp", { body: { email } });
  const code = await mailedCode(deps);
  return callApi<{ requiresPasswordSetup: boolean; tempToken: string }>(
    deps,
    "POST",
    "/api/auth/verify-otp",
    {
      body: { userId: sent.body.userId, code },
    },
  );
}

test("staff sign in by password and mailed code, work with the token, and sign out", async () => {
  const deps = createTestDeps();
  const email = "coordinator@example.org";
  await createUser(deps, { email, role_id: "coordinator", password_hash: await hashPassword(PASSWORD) });
  const begun = await login(deps, email);
  expect(begun.body).toMatchObject({ success: false, requiresOtp: true, userId: expect.any(String) });
  expect(await deps.db.selectFrom("outbox").select("id").execute()).toEqual([]);

  const code = await verified(deps, email);
  expect(code.body.requiresPasswordSetup).toBe(false);
  const done = await callApi<State>(deps, "POST", "/api/auth/complete-otp-login", {
    bearer: code.body.tempToken,
  });
  expect(done.body).toMatchObject({ success: true, user: { email, roleName: "Coordinator" } });
  const cookies = done.headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual(["device"]);

  const bearer = done.body.accessToken!;
  expect((await callApi(deps, "GET", "/api/bookings", { bearer })).status).toBe(200);
  const spent = { bearer: code.body.tempToken, body: {} };
  expect((await callApi(deps, "POST", "/api/auth/complete-otp-login", spent)).status).toBe(401);

  const again = await login(deps, email, PASSWORD, { Cookie: cookies[0]!.split(";")[0]! });
  expect(again.body).toMatchObject({ success: true, requiresOtp: false });

  expect((await callApi(deps, "POST", "/api/auth/logout", { bearer })).body).toEqual({ success: true });
  expect((await callApi(deps, "POST", "/api/auth/logout")).body).toEqual({ success: true });
  const late = await callApi(deps, "GET", "/api/bookings", { bearer });
  expect([late.status, late.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
});

test("logout ends the session that made the call, and never takes only the cookie of another", async () => {
  const deps = createTestDeps();
  const user = await createUser(deps, { role_id: "coordinator" });
  const [program, browser] = [await signInAs(deps, user), await signInAs(deps, user)];
  const logout = (headers: Record<string, string>) =>
    callApi(deps, "POST", "/api/auth/logout", { headers: { Cookie: browser.cookie, ...headers } });
  const isSignedIn = async () =>
    (await callApi(deps, "GET", "/api/bookings", { headers: { Cookie: browser.cookie } })).status === 200;
  for (const token of [program.bearer, program.bearer, "wrong"]) {
    const { headers } = await logout({ Authorization: `Bearer ${token}` });
    expect([headers.getSetCookie(), await isSignedIn()]).toEqual([[], true]);
  }
  const { headers } = await logout({});
  expect([headers.getSetCookie()[0], await isSignedIn()]).toEqual([
    expect.stringMatching(/^session=;/),
    false,
  ]);
});

test("a temporary password must be replaced by a good one", async () => {
  const deps = createTestDeps();
  const email = "new@example.org";
  await createUser(deps, {
    email,
    role_id: "administrator",
    is_password_temporary: 1,
    password_hash: await hashPassword(PASSWORD),
  });
  const code = await verified(deps, email);
  expect(code.body.requiresPasswordSetup).toBe(true);
  const create = (password: string, confirmPassword = password) =>
    callApi<State>(deps, "POST", "/api/auth/create-password", {
      bearer: code.body.tempToken,
      body: { password, confirmPassword },
    });
  const weak = await create("lowercase");
  expect([weak.status, (weak.body as unknown as { message: string }).message]).toEqual([
    422,
    "Please meet all password requirements",
  ]);
  expect((await create("Loud-harbour-72", "Loud-harbour-73")).status).toBe(422);
  const done = await create("Loud-harbour-72");
  expect(done.body).toMatchObject({ success: true, accessToken: expect.any(String) });
  expect((await create("Loud-harbour-72")).status).toBe(401);
});

test("wrong credentials and codes are refused alike for known and unknown addresses", async () => {
  const deps = createTestDeps();
  const email = "known@example.org";
  await createUser(deps, { email, role_id: "coordinator", password_hash: await hashPassword(PASSWORD) });
  const known = await login(deps, email, "Wrong-harbour-71");
  const unknown = await login(deps, "nobody@example.org", "Wrong-harbour-71");
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect(known.body).toMatchObject({ message: "Login failed. Please check your credentials." });

  const decoy = await callApi(deps, "POST", "/api/auth/send-otp", { body: { email: "nobody@example.org" } });
  const verify = (body: unknown) => callApi(deps, "POST", "/api/auth/verify-otp", { body });
  const refused = await verify({ userId: decoy.body.userId, code: "123456" });
  expect([refused.status, refused.body.message]).toEqual([401, "Invalid verification code"]);
  const malformed = await verify({ userId: decoy.body.userId, code: "12345x" });
  expect([malformed.status, malformed.body.message]).toEqual([422, "Please enter a valid 6-digit code"]);
  const empty = await callApi(deps, "POST", "/api/auth/login", { body: { email: "", password: "" } });
  expect([empty.status, empty.body.message]).toEqual([422, "Please enter your email and password"]);
});

test("more than ten tries a minute are too many", async () => {
  const deps = createTestDeps();
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) {
    statuses.push((await login(deps, "nobody@example.org")).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
});

test("an empty token in the address does not hide the one in the body", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const body = { bookingId: booking.id, token: booking.token, password: PASSWORD };
  expect((await callApi(deps, "POST", "/api/auth/register-customer?token=", { body })).status).toBe(201);
});

test("the referrer registers with the booking's token, then sees bookings and referrals", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const register = (body: Record<string, unknown>) =>
    callApi(deps, "POST", "/api/auth/register-customer", { body: { bookingId: booking.id, ...body } });
  expect((await register({ password: PASSWORD })).status).toBe(404);
  expect((await register({ password: "short", token: booking.token })).status).toBe(422);
  const made = await register({ password: PASSWORD, token: booking.token, email: "else@example.org" });
  expect([made.status, made.body]).toEqual([201, { success: true }]);
  const again = await register({ password: PASSWORD, token: booking.token });
  expect([again.status, again.body]).toEqual([201, { success: true }]);

  const signedIn = await login(deps, booking.referrer_email.toUpperCase());
  const bearer = signedIn.body.accessToken!;
  await createBooking(deps);
  for (const path of ["/api/customer/my-bookings", "/api/customer/my-referrals"]) {
    const mine = await callApi<{ id: string }[]>(deps, "GET", path, { bearer });
    expect(mine.body.map(({ id }) => id)).toEqual([booking.id]);
  }
  expect((await callApi(deps, "GET", "/api/bookings", { bearer })).status).toBe(403);
});
