import { expect, test } from "vitest";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { findAccessibleBooking } from "#app/features/booking/record/guards.server.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import { changePassword } from "#app/features/accounts/security/change-password.server.ts";
import {
  confirmEmail,
  isOwnConfirmationLink,
  resendConfirmation,
} from "#app/features/after-booking/customer/confirm-email.server.ts";
import { endOtherSessions } from "#app/features/accounts/session/end-access.server.ts";
import {
  findRegistrableBooking,
  registerCustomer,
} from "#app/features/after-booking/customer/register-customer.server.ts";
import { requireCustomer, requireStaff } from "./guards.server.ts";
import { hashPassword, verifyPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { listSessions } from "#app/features/accounts/session/queries.server.ts";
import {
  requestPasswordReset,
  readResetLink,
  resetPassword,
} from "#app/features/accounts/password/reset-password.server.ts";
import type { SignInClient } from "#app/features/accounts/record/caller.ts";

const caller: SignInClient = {
  clientAddress: "192.0.2.1",
  deviceSecret: null,
  deviceLabel: "Safari on iPhone",
  fingerprint: null,
  requestId: "r",
};

async function mailedTokens(deps: TestDeps): Promise<string[]> {
  const rows = await deps.db.selectFrom("outbox").selectAll().orderBy("id").execute();
  return rows.map((row) => {
    const { path } = decryptPayload(deps.secrets, row) as { path: string };
    return new URL(path, deps.env.APP_ORIGIN).searchParams.get("token")!;
  });
}

const bearerRequest = (bearer: string) =>
  new Request("http://localhost/", { headers: { Authorization: `Bearer ${bearer}` } });

const reset = (deps: TestDeps, token: string, password: string, confirmPassword = password) =>
  resetPassword(deps, { token, password, confirmPassword }, caller);

test("known and unknown emails get the same answer and leave the same rows, but one mail", async () => {
  const deps = createTestDeps();
  await createUser(deps, { email: "known@example.org", role_id: "coordinator" });
  const answers = [
    await requestPasswordReset(deps, "Known@example.org", caller),
    await requestPasswordReset(deps, "unknown@example.org", caller),
  ];
  expect(answers).toEqual([{ kind: "accepted" }, { kind: "accepted" }]);
  expect(await deps.db.selectFrom("account_tokens").selectAll().execute()).toHaveLength(2);
  expect(await deps.db.selectFrom("audit_log").selectAll().execute()).toHaveLength(2);
  const mails = await deps.db.selectFrom("outbox").selectAll().execute();
  expect(mails).toMatchObject([{ topic: "password-reset", recipient: "known@example.org" }]);
});

test("a reset link lives an hour, works once, ends every session and is spent by success only", async () => {
  const deps = createTestDeps();
  const user = await createUser(deps, { role_id: "coordinator", is_password_temporary: 1 });
  const { bearer } = await signInAs(deps, user);
  await requestPasswordReset(deps, user.email, caller);
  const [token] = (await mailedTokens(deps)) as [string];
  expect(await readResetLink(deps, token)).toEqual({ email: user.email, rule: "full" });
  expect(await reset(deps, token, "too short")).toMatchObject({ kind: "invalid-password" });
  const outcomes = await Promise.all([
    reset(deps, token, "Own-password-1"),
    reset(deps, token, "Own-password-1"),
  ]);
  expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["refused", "reset"]);
  expect(await readResetLink(deps, token)).toBeNull();
  await expect(requireStaff(testContext(deps), bearerRequest(bearer))).rejects.toBeInstanceOf(Response);

  deps.clock.advance(1);
  await requestPasswordReset(deps, user.email, caller);
  deps.clock.advance(61 * 60_000);
  expect(await reset(deps, (await mailedTokens(deps)).at(-1)!, "Own-password-2")).toEqual({
    kind: "refused",
  });
});

test("a newer reset link replaces the older one; past five an hour none is mailed and the answer stays", async () => {
  const deps = createTestDeps();
  const user = await createUser(deps);
  for (let i = 0; i < 7; i++) {
    deps.clock.advance(1);
    expect(await requestPasswordReset(deps, user.email, caller)).toEqual({ kind: "accepted" });
  }
  const tokens = await mailedTokens(deps);
  expect(tokens).toHaveLength(5);
  expect(await readResetLink(deps, tokens[0]!)).toBeNull();
  expect(await readResetLink(deps, tokens[4]!)).toEqual({ email: user.email, rule: "customer" });
});

test("changing one's password ends the other sessions and keeps this one", async () => {
  const deps = createTestDeps();
  const user = await createUser(deps, {
    role_id: "coordinator",
    password_hash: await hashPassword("Harbour-light-42"),
  });
  const here = await signInAs(deps, user);
  const there = await signInAs(deps, user);
  const { user: principal } = await requireStaff(testContext(deps), bearerRequest(here.bearer));
  const change = (currentPassword: string, password: string) =>
    changePassword(deps, principal, { currentPassword, password, confirmPassword: password }, caller);
  expect((await change("wrong", "Own-password-1")).kind).toBe("refused");
  expect((await change("Harbour-light-42", "Harbour-light-42")).kind).toBe("invalid-password");
  expect((await change("Harbour-light-42", "Own-password-1")).kind).toBe("changed");
  await requireStaff(testContext(deps), bearerRequest(here.bearer));
  await expect(requireStaff(testContext(deps), bearerRequest(there.bearer))).rejects.toBeInstanceOf(Response);
});

test("other sessions can be seen and ended", async () => {
  const deps = createTestDeps();
  const user = await createUser(deps, { role_id: "coordinator" });
  const here = await signInAs(deps, user);
  await signInAs(deps, user);
  const { user: principal, by } = await requireStaff(testContext(deps), bearerRequest(here.bearer));
  expect((await listSessions(deps, principal)).map((session) => session.isCurrent)).toEqual([true, false]);
  await endOtherSessions(deps, principal, by);
  expect(await listSessions(deps, principal)).toHaveLength(1);
});

test("a registration takes the booking's email and shows that booking alone until the address is confirmed", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const other = await createBooking(deps);
  const register = (password: string, confirmPassword = password) =>
    registerCustomer(deps, booking, { password, confirmPassword }, caller);
  expect(await register("a quiet garden", "another")).toMatchObject({
    problem: { field: "confirmPassword", message: "Passwords don't match" },
  });
  expect(await register("short")).toMatchObject({
    problem: { message: "Password must be at least 8 characters long." },
  });
  expect(await register("password123")).toMatchObject({ kind: "invalid-password" });
  const outcomes = await Promise.all([register("a quiet garden"), register("a quiet garden")]);
  expect(outcomes).toEqual([{ kind: "registered" }, { kind: "registered" }]);
  expect(await mailedTokens(deps)).toHaveLength(1);

  const user = await deps.db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
  expect(user).toMatchObject({
    email: "Joanna.Reeve@example.org",
    role_id: "customer",
    first_name: "Joanna",
  });
  expect(await verifyPassword(user.password_hash, "a quiet garden")).toBe(true);
  const request = bearerRequest((await signInAs(deps, user)).bearer);
  const opens = async (id: string) => (await findAccessibleBooking(deps, request, id)) !== null;
  expect([await opens(booking.id), await opens(other.id)]).toEqual([true, false]);

  const { user: customer } = await requireCustomer(testContext(deps), request);
  const [token] = (await mailedTokens(deps)) as [string];
  expect(await isOwnConfirmationLink(deps, customer, token)).toBe(true);
  expect(await opens(other.id)).toBe(false);
  expect(await confirmEmail(deps, customer, token, "r")).toEqual({ kind: "confirmed" });
  expect(await opens(other.id)).toBe(true);
  expect(await confirmEmail(deps, customer, token, "r")).toEqual({ kind: "refused" });
});

test("only the account itself can use its confirmation link; a newer link replaces it", async () => {
  const deps = createTestDeps();
  const [mine, theirs] = [await createUser(deps, { email_confirmed_at: null }), await createUser(deps)];
  const { user: me } = await requireCustomer(
    testContext(deps),
    bearerRequest((await signInAs(deps, mine)).bearer),
  );
  const { user: them } = await requireCustomer(
    testContext(deps),
    bearerRequest((await signInAs(deps, theirs)).bearer),
  );
  await resendConfirmation(deps, me);
  deps.clock.advance(1);
  await resendConfirmation(deps, me);
  const [older, newer] = (await mailedTokens(deps)) as [string, string];
  expect(await confirmEmail(deps, them, newer, "r")).toEqual({ kind: "refused" });
  expect(await confirmEmail(deps, me, older, "r")).toEqual({ kind: "refused" });
  expect(await confirmEmail(deps, me, newer, "r")).toEqual({ kind: "confirmed" });
});

test("registration needs the booking's token or grant; being staff is not enough", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const staff = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const request = bearerRequest(staff.bearer);
  expect(await findRegistrableBooking(deps, request, booking.id, booking.token)).toMatchObject({
    id: booking.id,
  });
  expect(await findRegistrableBooking(deps, request, booking.id, "wrong")).toBeNull();
  expect(await findRegistrableBooking(deps, request, "absent", booking.token)).toBeNull();
});
