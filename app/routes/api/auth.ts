import { beginSignIn } from "#app/features/accounts/sign-in/begin-sign-in.server.ts";
import { completeSignIn, createPassword } from "#app/features/accounts/sign-in/finish-sign-in.server.ts";
import { LOGIN_MESSAGES } from "#app/features/accounts/sign-in/messages.ts";
import { sendCode, verifyCode } from "#app/features/accounts/sign-in/sign-in-code.server.ts";
import { signOut } from "#app/features/accounts/sessions/end-sessions.server.ts";
import { callerOf, signedOutHeaders } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { tokenOfCall } from "#app/features/api/booking-access.server.ts";
import { bookingNotFound, invalid, notSignedIn } from "#app/features/api/errors.ts";
import { SIGN_IN_CALLS } from "#app/features/api/operations/auth.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { signInAnswer, temporaryToken, tooManyTries } from "#app/features/api/sign-in-answer.server.ts";
import {
  findRegistrableBooking,
  registerCustomer,
} from "#app/features/customer/registration/register-customer.server.ts";

const route = apiRoute(
  serve(SIGN_IN_CALLS.registerCustomer, async ({ deps, scope, request, readBody, reply }) => {
    const { bookingId, token, password } = await readBody();
    const booking = await findRegistrableBooking(deps, request, bookingId, tokenOfCall(request, token));
    if (!booking) throw bookingNotFound();
    const caller = await callerOf(scope, request);
    const outcome = await registerCustomer(deps, booking, { password, confirmPassword: password }, caller);
    if (outcome.kind === "limited") throw tooManyTries(outcome);
    if (outcome.kind === "invalid-password") throw invalid({ password: [outcome.problem.message] });
    return reply(201, { success: true });
  }),
  serve(SIGN_IN_CALLS.login, async ({ deps, scope, request, readBody, reply }) => {
    const { deviceFingerprint, ...input } = await readBody();
    const outcome = await beginSignIn(deps, input, await callerOf(scope, request, deviceFingerprint));
    if (outcome.kind === "limited") throw tooManyTries(outcome);
    if (outcome.kind === "refused") throw notSignedIn(LOGIN_MESSAGES.refused);
    if (outcome.kind === "wrong-two-factor-code") throw notSignedIn(LOGIN_MESSAGES.codeRefused);
    return reply(200, ...(await signInAnswer(deps, outcome)));
  }),
  serve(SIGN_IN_CALLS.sendOtp, async ({ deps, scope, request, readBody, reply }) => {
    const { email } = await readBody();
    const sent = await sendCode(deps, { email }, await callerOf(scope, request));
    if (sent.kind === "limited") throw tooManyTries(sent);
    return reply(200, { userId: sent.signInId });
  }),
  serve(SIGN_IN_CALLS.verifyOtp, async ({ deps, readBody, reply }) => {
    const { userId, code } = await readBody();
    const outcome = await verifyCode(deps, { signInId: userId, code });
    if (outcome.kind === "refused") throw notSignedIn(LOGIN_MESSAGES.codeRefused);
    return reply(200, { requiresPasswordSetup: outcome.needsPassword, tempToken: outcome.token });
  }),
  serve(SIGN_IN_CALLS.completeOtpLogin, async ({ deps, scope, request, readBody, reply }) => {
    const token = temporaryToken(request);
    const { deviceFingerprint } = await readBody();
    const outcome = await completeSignIn(deps, token, await callerOf(scope, request, deviceFingerprint));
    if (outcome.kind === "refused") throw notSignedIn(LOGIN_MESSAGES.completeFailed);
    return reply(200, ...(await signInAnswer(deps, outcome)));
  }),
  serve(SIGN_IN_CALLS.createPassword, async ({ deps, scope, request, readBody, reply }) => {
    const token = temporaryToken(request);
    const { deviceFingerprint, ...passwords } = await readBody();
    const caller = await callerOf(scope, request, deviceFingerprint);
    const outcome = await createPassword(deps, { token, ...passwords }, caller);
    if (outcome.kind === "refused") throw notSignedIn(LOGIN_MESSAGES.createPasswordFailed);
    if (outcome.kind === "invalid-password") {
      throw invalid({ [outcome.problem.field]: [outcome.problem.message] });
    }
    return reply(200, ...(await signInAnswer(deps, outcome)));
  }),
  serve(SIGN_IN_CALLS.logout, async ({ deps, request, principal, requestId, reply }) => {
    await signOut(deps, principal, requestId);
    const hasCookies = request.headers.has("Cookie");
    return reply(200, { success: true }, hasCookies ? await signedOutHeaders(deps) : {});
  }),
);

export const loader = route.loader;
export const action = route.action;
