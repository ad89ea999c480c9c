import { expect, test } from "vitest";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { notingStatements } from "#tests/setup/statements.ts";
import { resendLostLinks } from "#app/features/after-booking/customer/resend-lost-links.server.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import {
  requestPasswordReset,
  resetPassword,
} from "#app/features/accounts/password/reset-password.server.ts";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";
import {
  confirmEmail,
  resendConfirmation,
} from "#app/features/after-booking/customer/confirm-email.server.ts";
import { registerCustomer } from "#app/features/after-booking/customer/register-customer.server.ts";
import { unlinkBooking } from "#app/features/after-booking/customer/unlink-booking.server.ts";
import { changePassword } from "#app/features/accounts/security/change-password.server.ts";
import { beginSignIn } from "./begin-sign-in.server.ts";
import type { SignInClient } from "#app/features/accounts/record/caller.ts";
import { createUser as addStaff } from "#app/features/accounts/users/create-user.server.ts";
import { requireCustomer } from "./guards.server.ts";

const EMAIL = "joanna.reeve@example.org";
const CHOSEN = "a quiet garden";
const OWN = "Harbour-light-42";

const caller: SignInClient = {
  clientAddress: "192.0.2.1",
  deviceSecret: null,
  deviceLabel: "Safari on iPhone",
  fingerprint: null,
  requestId: "r",
};

const register = (deps: TestDeps, booking: Parameters<typeof registerCustomer>[1], password = CHOSEN) =>
  registerCustomer(deps, booking, { password, confirmPassword: password }, caller);

const signIn = (deps: TestDeps, password: string, email = EMAIL) =>
  beginSignIn(deps, { email, password }, caller);

/** The customer who signs in with this password. */
async function customerWith(deps: TestDeps, password: string) {
  const outcome = await signIn(deps, password);
  if (outcome.kind !== "signed-in") throw new Error(`expected a session, not ${outcome.kind}`);
  const headers = { Authorization: `Bearer ${outcome.sessionSecret}` };
  return (await requireCustomer(testContext(deps), new Request("http://localhost/", { headers }))).user;
}

async function mails(deps: TestDeps) {
  const rows = await deps.db.selectFrom("outbox").selectAll().orderBy("id").execute();
  return rows.map((row) => ({
    topic: row.topic,
    to: row.recipient,
    url: new URL((decryptPayload(deps.secrets, row) as { path: string }).path, deps.env.APP_ORIGIN),
  }));
}

const newestToken = async (deps: TestDeps) => (await mails(deps)).at(-1)!.url.searchParams.get("token")!;

const OWNERS = {
  "nobody's": null,
  "a customer's": { role_id: "customer" },
  "staff's": { role_id: "coordinator" },
  "a deactivated customer's": { role_id: "customer", is_active: 0 },
} as const;

test("registering tells nobody whose an address is: same answer, same work, one mail, the same first sign-in", async () => {
  const seen = await Promise.all(
    Object.values(OWNERS).map(async (owner) => {
      const real = createTestDeps();
      if (owner) await createUser(real, { ...owner, email: EMAIL, password_hash: await hashPassword(OWN) });
      const booking = await createBooking(real);
      const { deps, statements } = notingStatements(real);
      const answer = await register(deps, booking);
      const done = [...statements];
      const sent = (await mails(real)).map(({ to }) => to);
      const { isEmailConfirmed } = await customerWith(real, CHOSEN);
      return { answer, done, sent, isEmailConfirmed };
    }),
  );
  expect(seen[0]).toMatchObject({
    answer: { kind: "registered" },
    sent: ["Joanna.Reeve@example.org"],
    isEmailConfirmed: false,
  });
  expect(seen[0]!.done.length).toBeGreaterThan(8);
  for (const other of seen) expect(other).toEqual(seen[0]);
});

test.each([
  ["nobody's", "confirm-email", "/customer/verify-email"],
  ["a customer's", "account-exists", "/customer/login"],
  ["staff's", "account-exists", "/admin/login"],
] as const)("the mail to %s address says what to do: %s", async (whose, topic, pathname) => {
  const deps = createTestDeps();
  const owner = OWNERS[whose];
  if (owner) await createUser(deps, { ...owner, email: EMAIL });
  await register(deps, await createBooking(deps));
  expect(await mails(deps)).toMatchObject([{ topic, url: { pathname } }]);
});

test("an account of one's own keeps its password and sees nothing of what another made with the address", async () => {
  const deps = createTestDeps();
  const mine = await createUser(deps, { email: EMAIL, password_hash: await hashPassword(OWN) });
  await register(deps, await createBooking(deps));
  expect((await customerWith(deps, OWN)).userId).toBe(mine.id);
  expect((await customerWith(deps, CHOSEN)).userId).not.toBe(mine.id);
  expect(await signIn(deps, "neither of them")).toEqual({ kind: "refused" });
});

test("somebody else's account for the same unconfirmed address stops nobody's password", async () => {
  const deps = createTestDeps();
  const mine = await createBooking(deps);
  await register(deps, mine);
  const me = await customerWith(deps, CHOSEN);
  for (let count = 1; count <= 3; count += 1) {
    deps.clock.advance(1000);
    await register(deps, await createBooking(deps), `a stranger's garden ${count}`);
  }
  expect((await customerWith(deps, CHOSEN)).userId).toBe(me.userId);
  const stranger = await customerWith(deps, "a stranger's garden 2");
  expect(stranger.userId).not.toBe(me.userId);

  deps.clock.advance(1000);
  const changed = { currentPassword: "a stranger's garden 2", password: OWN, confirmPassword: OWN };
  expect(await changePassword(deps, stranger, changed, caller)).toEqual({ kind: "changed" });
  expect((await customerWith(deps, OWN)).userId).toBe(stranger.userId);
  expect((await customerWith(deps, CHOSEN)).userId).toBe(me.userId);
  expect(await signIn(deps, "a stranger's garden 2")).toEqual({ kind: "refused" });
});

test("a wrong password costs the same with no account, one, and two", async () => {
  const done: string[][] = [];
  for (const accounts of [0, 1, 2]) {
    const real = createTestDeps();
    if (accounts > 0) await register(real, await createBooking(real));
    if (accounts > 1) await createUser(real, { email: EMAIL, password_hash: await hashPassword(OWN) });
    const { deps, statements } = notingStatements(real);
    expect(await signIn(deps, "not the password")).toEqual({ kind: "refused" });
    done.push(statements);
  }
  expect(done[1]).toEqual(done[0]);
  expect(done[2]).toEqual(done[0]);
});

test("an address that was only registered with is free for a member of staff, who then owns it", async () => {
  const deps = createTestDeps();
  await register(deps, await createBooking(deps));
  const customer = await customerWith(deps, CHOSEN);
  const token = await newestToken(deps);
  const fields = { email: EMAIL, password: OWN, roleId: "coordinator" };
  const by = { actor: { kind: "staff", id: "x" }, requestId: "r" } as const;
  expect(await addStaff(deps, fields, by)).toMatchObject({ kind: "created" });
  expect(await confirmEmail(deps, customer, token, "r")).toEqual({ kind: "taken" });
  expect(await signIn(deps, OWN)).toMatchObject({ kind: "needs-code" });
});

test("of two who registered with an address, the one who confirms it has it", async () => {
  const deps = createTestDeps();
  const [theirs, mine] = [await createBooking(deps), await createBooking(deps)];
  await register(deps, theirs, "a stranger's garden");
  const stranger = await customerWith(deps, "a stranger's garden");
  deps.clock.advance(1000);
  await register(deps, mine);
  const me = await customerWith(deps, CHOSEN);
  expect(await confirmEmail(deps, me, await newestToken(deps), "r")).toEqual({ kind: "confirmed" });
  await resendConfirmation(deps, stranger);
  expect((await mails(deps)).at(-1)).toMatchObject({ topic: "account-exists" });
  expect((await customerWith(deps, CHOSEN)).isEmailConfirmed).toBe(true);
  const linked = await deps.db.selectFrom("customer_bookings").select(["user_id", "booking_id"]).execute();
  expect(linked).toContainEqual({ user_id: stranger.userId, booking_id: theirs.id });
});

test("who lost the password of an unconfirmed account proves the address by the mail, and a stranger is out", async () => {
  const deps = createTestDeps();
  await register(deps, await createBooking(deps), "a stranger's garden");
  await requestPasswordReset(deps, EMAIL, caller);
  const token = await newestToken(deps);
  const passwords = { password: CHOSEN, confirmPassword: CHOSEN };
  expect(await resetPassword(deps, { token, ...passwords }, caller)).toMatchObject({ kind: "reset" });
  expect((await customerWith(deps, CHOSEN)).isEmailConfirmed).toBe(true);
  expect(await signIn(deps, "a stranger's garden")).toEqual({ kind: "refused" });
});

test("registering again for a booking replaces its password and ends what the old one opened", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  await register(deps, booking, "a stranger's garden");
  await customerWith(deps, "a stranger's garden");
  expect(await register(deps, booking)).toEqual({ kind: "registered" });
  expect(await deps.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  expect(await signIn(deps, "a stranger's garden")).toEqual({ kind: "refused" });
  await customerWith(deps, CHOSEN);
  expect(await mails(deps)).toHaveLength(1);
});

test("one address gets five mails an hour about registrations; the answer stays the same", async () => {
  const deps = createTestDeps();
  for (let count = 0; count < 7; count += 1) {
    expect(await register(deps, await createBooking(deps))).toEqual({ kind: "registered" });
  }
  expect(await mails(deps)).toHaveLength(5);
});

test("when a booking's address is corrected, the unconfirmed account of the wrong one goes", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  await register(deps, booking);
  await customerWith(deps, CHOSEN);
  await unlinkBooking(deps.db, { id: booking.id, referrerEmailKey: "right@example.org" });
  expect(await deps.db.selectFrom("users").selectAll().execute()).toEqual([]);
  expect(await register(deps, booking)).toEqual({ kind: "registered" });
});

test("asking for a reset link does the same work for a known and an unknown address", async () => {
  const real = createTestDeps();
  await createUser(real, { email: EMAIL });
  await signInAs(real, await createUser(real));
  const { deps, statements } = notingStatements(real);
  const work = async (email: string) => {
    statements.length = 0;
    expect(await requestPasswordReset(deps, email, caller)).toEqual({ kind: "accepted" });
    return [...statements];
  };
  const known = await work(EMAIL);
  expect(await work("nobody@example.org")).toEqual(known);
  expect(known).toContain("InsertQueryNode outbox");
  expect(await mails(real)).toHaveLength(1);
});

test("asking for lost links does the same work however many bookings there are", async () => {
  const real = createTestDeps();
  for (const [email, count] of [
    ["one@example.org", 1],
    ["seven@example.org", 7],
  ] as const) {
    for (let made = 0; made < count; made += 1) await createBooking(real, { referrer_email_key: email });
  }
  const { deps, statements } = notingStatements(real);
  const work = async (email: string) => {
    statements.length = 0;
    await resendLostLinks(deps, { email, clientAddress: "192.0.2.1", requestId: "r" });
    return [...statements];
  };
  const none = await work("nobody@example.org");
  expect(none).toContain("InsertQueryNode outbox");
  expect(await work("one@example.org")).toEqual(none);
  expect(await work("seven@example.org")).toEqual(none);
  expect(await deps.db.selectFrom("outbox").select("topic").execute()).toHaveLength(6);
});
