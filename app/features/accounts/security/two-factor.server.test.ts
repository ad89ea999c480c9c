import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createUser, signInAs } from "#tests/setup/factories.ts";
import { beginSignIn } from "#app/features/accounts/sign-in/begin-sign-in.server.ts";
import {
  disableTwoFactor,
  renewRecoveryCodes,
  enableTwoFactor,
  prepareTwoFactor,
  readEnrolment,
} from "./two-factor.server.ts";
import { requireAssessor, requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";
import type { SignInClient } from "#app/features/accounts/record/caller.ts";
import { verifyTwoFactor } from "#app/features/accounts/sign-in/finish-sign-in.server.ts";

const PASSWORD = "Harbour-light-42";
const passwordHash = await hashPassword(PASSWORD);
const credentials = { email: "sam@example.org", password: PASSWORD };
const caller: SignInClient = {
  clientAddress: "192.0.2.1",
  deviceSecret: null,
  deviceLabel: "Firefox on Windows",
  fingerprint: null,
  requestId: "r",
};

const GUARDS = { coordinator: requireStaff, assessor: requireAssessor };

/** Somebody with two-factor authentication on, and what their app and their paper hold. */
async function enrolled(deps: TestDeps, role_id: keyof typeof GUARDS = "coordinator") {
  const user = await createUser(deps, {
    role_id,
    email: "sam@example.org",
    password_hash: passwordHash,
  });
  const { bearer } = await signInAs(deps, user);
  const headers = { Authorization: `Bearer ${bearer}` };
  const { user: account, by } = await GUARDS[role_id](
    testContext(deps),
    new Request("http://localhost/", { headers }),
  );
  expect(await readEnrolment(deps, account)).toBeNull();
  await prepareTwoFactor(deps, account);
  const { key, qrSvg } = (await readEnrolment(deps, account))!;
  expect(qrSvg).toMatch(/^<svg [^>]*viewBox/);
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  const code = () => app.generate({ timestamp: deps.clock.now().getTime() });
  const enabled = await enableTwoFactor(deps, account, code(), caller);
  if (enabled.kind !== "enabled") throw new Error(`unexpected: ${enabled.kind}`);
  deps.clock.advance(60_000);
  return { account, by, code, recoveryCodes: enabled.recoveryCodes };
}

async function begin(deps: TestDeps): Promise<string> {
  const begun = await beginSignIn(deps, credentials, caller);
  if (begun.kind !== "needs-two-factor") throw new Error(`unexpected: ${begun.kind}`);
  return begun.signInId;
}

const ROLES = ["coordinator", "assessor"] as const;

test.each(ROLES)("each sign-in of a %s asks for the app's code, which works once", async (role) => {
  const deps = createTestDeps();
  const { code } = await enrolled(deps, role);
  const used = code();
  const signInId = await begin(deps);
  const outcome = await verifyTwoFactor(deps, { signInId, code: used }, caller);
  if (outcome.kind !== "signed-in") throw new Error(`unexpected: ${outcome.kind}`);
  const known = { ...caller, deviceSecret: outcome.deviceSecret };
  expect((await beginSignIn(deps, credentials, known)).kind).toBe("needs-two-factor");
  expect((await verifyTwoFactor(deps, { signInId: await begin(deps), code: used }, caller)).kind).toBe(
    "refused",
  );
});

test("of the same code sent many times at once one is accepted", async () => {
  const deps = createTestDeps({ RATE_LIMITS: "off" });
  const { code } = await enrolled(deps);
  const signInId = await begin(deps);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => verifyTwoFactor(deps, { signInId, code: code() }, caller)),
  );
  expect(outcomes.filter((outcome) => outcome.kind === "signed-in")).toHaveLength(1);
});

test("five tries for each sign-in", async () => {
  const deps = createTestDeps({ RATE_LIMITS: "off" });
  const { code } = await enrolled(deps);
  const signInId = await begin(deps);
  const wrong = code() === "000000" ? "111111" : "000000";
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, () => verifyTwoFactor(deps, { signInId, code: wrong }, caller)),
  );
  expect(outcomes.filter((outcome) => outcome.kind === "refused")).toHaveLength(5);
  expect((await verifyTwoFactor(deps, { signInId, code: code() }, caller)).kind).toBe("ended");
});

test("the code may come with the password, as the API sends it", async () => {
  const deps = createTestDeps();
  const { code } = await enrolled(deps);
  const signIn = (twoFactorCode: string) => beginSignIn(deps, { ...credentials, twoFactorCode }, caller);
  expect((await signIn(code() === "000000" ? "111111" : "000000")).kind).toBe("wrong-two-factor-code");
  expect((await signIn(code())).kind).toBe("signed-in");
});

test("a recovery code works once, however it is typed; renewed ones replace it", async () => {
  const deps = createTestDeps();
  const { account, by, recoveryCodes } = await enrolled(deps);
  const [first, second] = recoveryCodes as [string, string];
  const enter = async (code: string) =>
    (await verifyTwoFactor(deps, { signInId: await begin(deps), code }, caller)).kind;
  expect(await enter(` ${first.toUpperCase().replace("-", " ")} `)).toBe("signed-in");
  expect(await enter(first)).toBe("refused");
  const renewed = await renewRecoveryCodes(deps, account, PASSWORD, by);
  if (renewed.kind !== "renewed") throw new Error(`unexpected: ${renewed.kind}`);
  expect(await enter(second)).toBe("refused");
  expect(await enter(renewed.recoveryCodes[0]!)).toBe("signed-in");
});

test("turning it off asks for the password; the key is not shown while it is on", async () => {
  const deps = createTestDeps();
  const { account, by } = await enrolled(deps);
  expect(await readEnrolment(deps, account)).toBeNull();
  await prepareTwoFactor(deps, account);
  expect((await disableTwoFactor(deps, account, "wrong", by)).kind).toBe("refused");
  expect((await beginSignIn(deps, credentials, caller)).kind).toBe("needs-two-factor");
  expect((await disableTwoFactor(deps, account, PASSWORD, by)).kind).toBe("disabled");
  expect((await beginSignIn(deps, credentials, caller)).kind).toBe("needs-code");
});

test("a database that is stolen holds neither the key nor the recovery codes", async () => {
  const deps = createTestDeps();
  const { recoveryCodes } = await enrolled(deps);
  const user = await deps.db.selectFrom("users").select("totp_secret_sealed").executeTakeFirstOrThrow();
  expect(user.totp_secret_sealed).not.toMatch(/^[A-Z2-7]+$/);
  const rows = await deps.db.selectFrom("recovery_codes").selectAll().execute();
  expect(rows).toHaveLength(10);
  expect(rows.some((row) => recoveryCodes.includes(row.code_hash))).toBe(false);
});
