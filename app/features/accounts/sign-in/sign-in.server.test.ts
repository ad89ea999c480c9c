import { expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createUser } from "#tests/setup/factories.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { beginSignIn } from "./begin-sign-in.server.ts";
import { completeSignIn, createPassword } from "./finish-sign-in.server.ts";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { findPrincipal } from "#app/features/accounts/session/principal.server.ts";
import { sendCode, verifyCode } from "./sign-in-code.server.ts";
import type { SignInClient } from "#app/features/accounts/record/caller.ts";

const PASSWORD = "Harbour-light-42";
const passwordHash = await hashPassword(PASSWORD);

const caller = (change: Partial<SignInClient> = {}): SignInClient => ({
  clientAddress: "192.0.2.1",
  deviceSecret: null,
  deviceLabel: "Firefox on Windows",
  fingerprint: null,
  requestId: "r",
  ...change,
});

const staff = (deps: TestDeps, change: Partial<UserRow> = {}) =>
  createUser(deps, {
    role_id: "coordinator",
    email: "Sam@example.org",
    password_hash: passwordHash,
    ...change,
  });

async function mailedCodes(deps: TestDeps): Promise<string[]> {
  const rows = await deps.db
    .selectFrom("outbox")
    .selectAll()
    .where("topic", "=", "sign-in-code")
    .orderBy("id")
    .execute();
  return rows.map((row) => (decryptPayload(deps.secrets, row) as { code: string }).code);
}

/** Signs in up to the code; returns what the next step needs. */
async function askForCode(deps: TestDeps, by = caller()) {
  deps.clock.advance(1);
  const begun = await beginSignIn(deps, { email: "sam@example.org", password: PASSWORD }, by);
  if (begun.kind !== "needs-code") throw new Error(`unexpected: ${begun.kind}`);
  await sendCode(deps, { signInId: begun.signInId }, by);
  return { signInId: begun.signInId, code: (await mailedCodes(deps)).at(-1)! };
}

async function signInWithCode(deps: TestDeps, by = caller()) {
  const verified = await verifyCode(deps, await askForCode(deps, by));
  if (verified.kind !== "verified") throw new Error("the code was refused");
  const outcome = await completeSignIn(deps, verified.token, by);
  if (outcome.kind !== "signed-in") throw new Error(`unexpected: ${outcome.kind}`);
  return outcome;
}

const wrong = (code: string) => (code === "000000" ? "111111" : "000000");

test("a new device needs the mailed code, a trusted one does not, for 90 days", async () => {
  const deps = createTestDeps();
  await staff(deps);
  const first = await signInWithCode(deps);
  expect(first.user).toMatchObject({ email: "Sam@example.org", roleName: "Coordinator" });
  const request = new Request("http://localhost/", {
    headers: { Authorization: `Bearer ${first.sessionSecret}` },
  });
  expect((await findPrincipal(deps, request)).kind).toBe("staff");

  const credentials = { email: "sam@example.org", password: PASSWORD };
  const known = caller({ deviceSecret: first.deviceSecret });
  expect((await beginSignIn(deps, credentials, known)).kind).toBe("signed-in");
  expect((await beginSignIn(deps, credentials, caller({ deviceSecret: "guessed" }))).kind).toBe("needs-code");
  deps.clock.advance(91 * 86_400_000);
  expect((await beginSignIn(deps, credentials, known)).kind).toBe("needs-code");
});

test("of 1,000 guesses at once at most five are evaluated, and the right code is refused afterwards", async () => {
  const deps = createTestDeps();
  await staff(deps);
  const { signInId, code } = await askForCode(deps);
  const guesses = Array.from({ length: 1000 }, (_, index) => String(index).padStart(6, "0")).filter(
    (guess) => guess !== code,
  );
  const outcomes = await Promise.all(guesses.map((guess) => verifyCode(deps, { signInId, code: guess })));
  expect(outcomes.every((outcome) => outcome.kind === "refused")).toBe(true);
  const row = await deps.db.selectFrom("sign_ins").select("tries").executeTakeFirstOrThrow();
  expect(row.tries).toBe(5);
  expect(await verifyCode(deps, { signInId, code })).toEqual({ kind: "refused", problem: "tried-out" });
});

test("the right code among many at once works exactly once", async () => {
  const deps = createTestDeps();
  await staff(deps);
  const asked = await askForCode(deps);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => verifyCode(deps, asked)));
  expect(outcomes.filter((outcome) => outcome.kind === "verified")).toHaveLength(1);
  expect((await verifyCode(deps, asked)).kind).toBe("refused");
});

test("a code dies after ten minutes, and when a newer one is sent", async () => {
  const deps = createTestDeps();
  await staff(deps);
  const old = await askForCode(deps);
  deps.clock.advance(10 * 60_000);
  expect(await verifyCode(deps, old)).toEqual({ kind: "refused", problem: "expired" });

  const first = await askForCode(deps);
  deps.clock.advance(1);
  await sendCode(deps, { signInId: first.signInId }, caller());
  const second = (await mailedCodes(deps)).at(-1)!;
  if (second !== first.code)
    expect(await verifyCode(deps, first)).toEqual({ kind: "refused", problem: "replaced" });
  expect((await verifyCode(deps, { signInId: first.signInId, code: second })).kind).toBe("verified");
});

test("a code of an earlier sign-in is told from a wrong one, also after five tries, and a wrong one stays wrong", async () => {
  const deps = createTestDeps();
  await staff(deps);
  const first = await askForCode(deps);
  deps.clock.advance(1);
  const { signInId, code } = await askForCode(deps);
  const problemOf = async (typed: string) => {
    const outcome = await verifyCode(deps, { signInId, code: typed });
    return outcome.kind === "refused" ? outcome.problem : outcome.kind;
  };
  const guess = ["000000", "111111", "222222"].find((one) => one !== code && one !== first.code)!;
  for (let tries = 0; tries < 5; tries += 1) expect(await problemOf(guess)).toBe("wrong");
  expect(await problemOf(code)).toBe("tried-out");
  expect(await problemOf(first.code)).toBe("replaced");
  await sendCode(deps, { signInId }, caller());
  expect(await problemOf((await mailedCodes(deps)).at(-1)!)).toBe("verified");
});

test("a temporary token completes one sign-in, once", async () => {
  const deps = createTestDeps();
  await staff(deps);
  const verified = await verifyCode(deps, await askForCode(deps));
  if (verified.kind !== "verified") throw new Error("the code was refused");
  const outcomes = await Promise.all([
    completeSignIn(deps, verified.token, caller()),
    completeSignIn(deps, verified.token, caller()),
  ]);
  expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["refused", "signed-in"]);
  expect((await completeSignIn(deps, "made-up", caller())).kind).toBe("refused");
});

test("wrong passwords, unknown emails and deactivated users are refused alike", async () => {
  const deps = createTestDeps();
  await staff(deps);
  await staff(deps, { email: "gone@example.org", is_active: 0 });
  for (const [email, password] of [
    ["sam@example.org", "Harbour-light-43"],
    ["nobody@example.org", PASSWORD],
    ["gone@example.org", PASSWORD],
  ] as const) {
    expect(await beginSignIn(deps, { email, password }, caller())).toEqual({ kind: "refused" });
  }
  expect(await deps.db.selectFrom("sign_ins").selectAll().execute()).toEqual([]);
});

test("asking for a code by email alone sends nothing without a sign-in, and answers alike", async () => {
  const deps = createTestDeps();
  await staff(deps);
  const unknown = await sendCode(deps, { email: "nobody@example.org" }, caller());
  const known = await sendCode(deps, { email: "sam@example.org" }, caller());
  for (const answer of [unknown, known]) {
    expect(answer).toEqual({ kind: "sent", signInId: expect.stringMatching(/^[\w-]{43}$/) });
    if (answer.kind !== "sent") continue;
    expect((await verifyCode(deps, { signInId: answer.signInId, code: "123456" })).kind).toBe("refused");
  }
  expect(await mailedCodes(deps)).toEqual([]);
});

test("a stranger can neither use up the owner's codes nor spoil the one that was sent", async () => {
  const deps = createTestDeps();
  await staff(deps);
  const owner = caller();
  const asked = await askForCode(deps, owner);
  const stranger = caller({ clientAddress: "198.51.100.7" });
  for (let i = 0; i < 5; i++) {
    const answer = await sendCode(deps, { email: "sam@example.org" }, stranger);
    if (answer.kind !== "sent") throw new Error("limited too early");
    expect(answer.signInId).not.toBe(asked.signInId);
    await verifyCode(deps, { signInId: answer.signInId, code: wrong(asked.code) });
  }
  expect((await sendCode(deps, { email: "sam@example.org" }, stranger)).kind).toBe("limited");
  expect(await mailedCodes(deps)).toHaveLength(1);
  deps.clock.advance(1);
  const again = await sendCode(deps, { email: "sam@example.org" }, owner);
  expect(again).toEqual({ kind: "sent", signInId: asked.signInId });
  const code = (await mailedCodes(deps)).at(-1)!;
  expect((await verifyCode(deps, { signInId: asked.signInId, code })).kind).toBe("verified");
});

test("at most five codes an hour are sent for one account", async () => {
  const deps = createTestDeps();
  await staff(deps);
  const { signInId } = await askForCode(deps);
  for (let i = 0; i < 4; i++) expect((await sendCode(deps, { signInId }, caller())).kind).toBe("sent");
  expect(await sendCode(deps, { signInId }, caller())).toMatchObject({ kind: "limited" });
  expect(await mailedCodes(deps)).toHaveLength(5);
});

test("ten sign-ins a minute from one address; strangers' wrong passwords do not lock out a known device", async () => {
  const deps = createTestDeps();
  await staff(deps);
  const { deviceSecret } = await signInWithCode(deps);
  const attempt = { email: "sam@example.org", password: "wrong" };
  for (let i = 0; i < 8; i++) await hitRateLimit(deps, RATE_LIMITS.signIn, caller().clientAddress);
  expect((await beginSignIn(deps, attempt, caller())).kind).toBe("refused");
  expect(await beginSignIn(deps, attempt, caller())).toMatchObject({ kind: "limited" });

  for (let i = 0; i < 60; i++) await hitRateLimit(deps, RATE_LIMITS.signInAccount, "sam@example.org\n");
  const right = { email: "sam@example.org", password: PASSWORD };
  const elsewhere = caller({ clientAddress: "198.51.100.9" });
  expect((await beginSignIn(deps, right, elsewhere)).kind).toBe("limited");
  expect((await beginSignIn(deps, right, { ...elsewhere, deviceSecret })).kind).toBe("signed-in");
});

test("RATE_LIMITS=off lifts the limits but not the five tries", async () => {
  const deps = createTestDeps({ RATE_LIMITS: "off" });
  await staff(deps);
  for (let i = 0; i < 60; i++) await hitRateLimit(deps, RATE_LIMITS.signIn, caller().clientAddress);
  const { signInId, code } = await askForCode(deps);
  for (let i = 0; i < 5; i++) await verifyCode(deps, { signInId, code: wrong(code) });
  expect((await verifyCode(deps, { signInId, code })).kind).toBe("refused");
});

test("a temporary password leads to the code and then to a password of one's own", async () => {
  const deps = createTestDeps();
  await staff(deps, { is_password_temporary: 1 });
  const verified = await verifyCode(deps, await askForCode(deps));
  if (verified.kind !== "verified") throw new Error("the code was refused");
  expect(verified.needsPassword).toBe(true);
  const { token } = verified;
  expect((await completeSignIn(deps, token, caller())).kind).toBe("needs-password");
  const choose = (password: string, confirmPassword = password) =>
    createPassword(deps, { token, password, confirmPassword }, caller());
  const message = (text: string) => ({ problem: { message: text } });
  expect(await choose("short")).toMatchObject(message("Please meet all password requirements"));
  expect(await choose("Own-password-1", "Own-password-2")).toMatchObject(message("Passwords do not match"));
  expect(await choose(PASSWORD)).toMatchObject({ kind: "invalid-password" });
  const outcomes = await Promise.all([choose("Own-password-1"), choose("Own-password-1")]);
  expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["refused", "signed-in"]);
});

test("customers are signed in without a code", async () => {
  const deps = createTestDeps();
  await staff(deps, { role_id: "customer" });
  const outcome = await beginSignIn(deps, { email: "SAM@example.org", password: PASSWORD }, caller());
  expect(outcome).toMatchObject({ kind: "signed-in", user: { roleName: "Customer" } });
});
