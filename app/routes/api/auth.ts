import { beginSignIn } from "#app/features/accounts/sign-in/begin-sign-in.server.ts";
import { completeSignIn, createPassword } from "#app/features/accounts/sign-in/finish-sign-in.server.ts";
import { CODE_MESSAGES, LOGIN_MESSAGES, waitMessage } from "#app/features/accounts/record/messages.ts";
import { sendCode, verifyCode } from "#app/features/accounts/sign-in/sign-in-code.server.ts";
import { signOut } from "#app/features/accounts/session/end-access.server.ts";
import {
  signInClientOf,
  signedOutHeaders,
  deviceHeaders,
} from "#app/features/accounts/sign-in/sign-in-cookies.server.ts";
import { tokenOfCall } from "#app/features/api/booking-access.server.ts";
import { bookingNotFound, invalid, notSignedIn, tooMany } from "#app/features/api/errors.ts";
import { SIGN_IN_CALLS, type SignInState } from "#app/features/api/operations/auth.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import {
  findRegistrableBooking,
  registerCustomer,
} from "#app/features/after-booking/customer/register-customer.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Limited } from "#app/features/accounts/record/caller.ts";
import type { NeedsPassword } from "#app/features/accounts/sign-in/pending-sign-in.server.ts";
import type { SignedIn } from "#app/features/accounts/session/start-session.server.ts";
import type { z } from "zod";

type State = z.input<typeof SignInState>;
type Pending = NeedsPassword | { kind: "needs-code" | "needs-two-factor"; signInId: string };

/** The session is in the answer as an access token; only the device gets a cookie. */
function signInAnswer(deps: Deps, outcome: SignedIn | Pending): [State, HeadersInit] {
  const { kind } = outcome;
  const state: State = {
    success: kind === "signed-in",
    requiresTwoFactor: kind === "needs-two-factor",
    requiresOtp: kind === "needs-code",
    requiresPasswordSetup: kind === "needs-password",
  };
  if (kind === "needs-password") return [{ ...state, tempToken: outcome.token }, {}];
  if (kind !== "signed-in") return [{ ...state, userId: outcome.signInId }, {}];
  const { id: userId, ...user } = outcome.user;
  const headers = deviceHeaders(deps, outcome.deviceSecret);
  return [{ ...state, userId, accessToken: outcome.sessionSecret, user }, headers];
}

const tooManyTries = ({ retryAfterSeconds }: Limited) =>
  tooMany(retryAfterSeconds, waitMessage(retryAfterSeconds));

/** The temporary token of a call, sent as its bearer token. Throws 401 without one. */
function temporaryToken(request: Request): string {
  const [, token] = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  if (!token) throw notSignedIn(LOGIN_MESSAGES.completeFailed);
  return token;
}

export const loader = apiRoute(
  serve(SIGN_IN_CALLS.registerCustomer, async ({ deps, scope, request, readBody, reply }) => {
    const { bookingId, token, password } = await readBody();
    const booking = await findRegistrableBooking(deps, request, bookingId, tokenOfCall(request, token));
    if (!booking) throw bookingNotFound();
    const caller = signInClientOf(scope, request);
    const outcome = await registerCustomer(deps, booking, { password, confirmPassword: password }, caller);
    if (outcome.kind === "limited") throw tooManyTries(outcome);
    if (outcome.kind === "invalid-password") throw invalid({ password: [outcome.problem.message] });
    return reply(201, { success: true });
  }),
  serve(SIGN_IN_CALLS.login, async ({ deps, scope, request, readBody, reply }) => {
    const { deviceFingerprint, ...input } = await readBody();
    const outcome = await beginSignIn(deps, input, signInClientOf(scope, request, deviceFingerprint));
    if (outcome.kind === "limited") throw tooManyTries(outcome);
    if (outcome.kind === "refused") throw notSignedIn(LOGIN_MESSAGES.refused);
    if (outcome.kind === "wrong-two-factor-code") throw notSignedIn(LOGIN_MESSAGES.codeRefused);
    return reply(200, ...signInAnswer(deps, outcome));
  }),
  serve(SIGN_IN_CALLS.sendOtp, async ({ deps, scope, request, readBody, reply }) => {
    const { email } = await readBody();
    const sent = await sendCode(deps, { email }, signInClientOf(scope, request));
    if (sent.kind === "limited") throw tooManyTries(sent);
    return reply(200, { userId: sent.signInId });
  }),
  serve(SIGN_IN_CALLS.verifyOtp, async ({ deps, readBody, reply }) => {
    const { userId, code } = await readBody();
    const outcome = await verifyCode(deps, { signInId: userId, code });
    if (outcome.kind === "refused") throw notSignedIn(CODE_MESSAGES[outcome.problem]);
    return reply(200, { requiresPasswordSetup: outcome.needsPassword, tempToken: outcome.token });
  }),
  serve(SIGN_IN_CALLS.completeOtpLogin, async ({ deps, scope, request, readBody, reply }) => {
    const token = temporaryToken(request);
    const { deviceFingerprint } = await readBody();
    const outcome = await completeSignIn(deps, token, signInClientOf(scope, request, deviceFingerprint));
    if (outcome.kind === "refused") throw notSignedIn(LOGIN_MESSAGES.completeFailed);
    return reply(200, ...signInAnswer(deps, outcome));
  }),
  serve(SIGN_IN_CALLS.createPassword, async ({ deps, scope, request, readBody, reply }) => {
    const token = temporaryToken(request);
    const { deviceFingerprint, ...passwords } = await readBody();
    const caller = signInClientOf(scope, request, deviceFingerprint);
    const outcome = await createPassword(deps, { token, ...passwords }, caller);
    if (outcome.kind === "refused") throw notSignedIn(LOGIN_MESSAGES.createPasswordFailed);
    if (outcome.kind === "invalid-password")
      throw invalid({ [outcome.problem.field]: [outcome.problem.message] });
    return reply(200, ...signInAnswer(deps, outcome));
  }),
  serve(SIGN_IN_CALLS.logout, async ({ deps, request, principal, by, reply }) => {
    await signOut(deps, principal, by.requestId);
    const isByCookie = request.headers.has("Cookie") && !request.headers.has("Authorization");
    return reply(200, { success: true }, isByCookie ? signedOutHeaders(deps) : {});
  }),
);
export const action = loader;
