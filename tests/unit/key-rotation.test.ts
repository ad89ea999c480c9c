import { expect, test } from "vitest";
import {
  issueToken,
  findTokenUser,
  spendToken,
} from "#app/features/accounts/password/account-tokens.server.ts";
import { findPrincipal } from "#app/features/accounts/session/principal.server.ts";
import { makeRecoveryCodes } from "#app/features/accounts/security/two-factor.server.ts";
import { spendSecondFactor } from "#app/features/accounts/sign-in/second-factor.server.ts";
import { findKnownDevice, rememberDevice } from "#app/features/accounts/devices/known-devices.server.ts";
import {
  findByTemporaryToken,
  startPendingSignIn,
} from "#app/features/accounts/sign-in/pending-sign-in.server.ts";
import type { SignInClient } from "#app/features/accounts/record/caller.ts";
import { findAccessibleBooking } from "#app/features/booking/record/guards.server.ts";
import { claimKey, recallKey } from "#app/features/booking/record/idempotency.server.ts";
import { findDraft } from "#app/features/before-booking/wizard/draft-guards.server.ts";
import { createDraft, requestWith } from "#tests/setup/drafts.ts";
import { findUnfinishedDraft } from "#app/features/before-booking/wizard/begin-booking.server.ts";
import { bookingLinks, isUnsubscribeToken } from "#app/features/mail/mail-links.server.ts";
import { createSecrets } from "#app/platform/secrets.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";

/** The dependencies after a fresh DATA_KEY was put in front (docs/operations.md, "Rotate keys"). */
function rotated(deps: TestDeps): TestDeps {
  const fresh = "fresh-data-key-0123456789-0123456789-abcdef";
  return { ...deps, secrets: createSecrets([fresh, ...deps.env.DATA_KEY]) };
}

const CALLER: SignInClient = {
  clientAddress: "192.0.2.1",
  deviceSecret: null,
  deviceLabel: "Firefox on Windows",
  fingerprint: null,
  requestId: "r",
};

test("an unfinished booking is found again", async () => {
  const deps = createTestDeps();
  const answers = { referrerFirstName: "Joanna" };
  const begun = await createDraft(deps, answers);
  const request = requestWith(begun.cookie);
  const found = await findDraft(rotated(deps), request, begun.draft.id);
  expect(found?.answers).toEqual(answers);
  expect((await findUnfinishedDraft(rotated(deps), request))?.id).toBe(begun.draft.id);
});

test("the links and keys of a booking still work", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const request = new Request(`http://localhost/booking/${booking.id}?token=${booking.token}`);
  expect((await findAccessibleBooking(rotated(deps), request, booking.id))?.by).toBe("token");

  const unsubscribe = new URL(bookingLinks(deps, booking).unsubscribe).searchParams.get("token")!;
  expect(isUnsubscribeToken(rotated(deps), booking.id, unsubscribe)).toBe(true);

  const keyed = { key: "k-1", call: "createBooking", body: { a: 1 } };
  await claimKey(deps, keyed, booking.id);
  const recalled = await recallKey(deps.db, rotated(deps), keyed);
  expect(recalled).toEqual({ kind: "same", bookingId: booking.id });
  const other = await recallKey(deps.db, rotated(deps), { ...keyed, body: { a: 2 } });
  expect(other.kind).toBe("other-request");
});

test("people stay signed in, and their devices, mailed links and recovery codes stay good", async () => {
  const deps = createTestDeps();
  const user = await createUser(deps, { role_id: "coordinator" });
  const { cookie } = await signInAs(deps, user);
  const deviceSecret = await rememberDevice(deps.db, deps, user.id, CALLER, true);
  const link = await issueToken(deps.db, deps, user.id, "password-reset", 60);
  const token = deps.ids.random256();
  await startPendingSignIn(deps, user, "code", CALLER, token);
  const [recoveryCode] = await makeRecoveryCodes(deps.db, deps, user.id);

  const after = rotated(deps);
  const caller = { ...CALLER, deviceSecret };
  expect((await findPrincipal(after, requestWith(cookie))).kind).toBe("staff");
  expect((await findKnownDevice(after, { id: user.id }, caller))?.is_trusted).toBe(1);
  expect(await findTokenUser(deps.db, after, "password-reset", link)).toBe(user.id);
  expect(await spendToken(deps.db, after, "password-reset", link, user.id)).toBe(true);
  expect((await findByTemporaryToken(after, token))?.user.id).toBe(user.id);
  expect((await spendSecondFactor(after, user, recoveryCode!, caller)).kind).toBe("right");

  await rememberDevice(deps.db, after, user.id, caller, false);
  expect((await findKnownDevice(after, { id: user.id }, caller))?.is_trusted).toBe(1);
});
