import { completeSignIn } from "#app/features/accounts/sign-in/complete-sign-in.server.ts";
import { LOGIN_MESSAGES } from "#app/features/accounts/sign-in/messages.ts";
import { callerOf } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { notSignedIn } from "#app/features/api/errors.ts";
import { completeOtpLogin } from "#app/features/api/operations/auth.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { signInAnswer, temporaryToken } from "#app/features/api/sign-in-answer.server.ts";

const route = apiRoute(
  serve(completeOtpLogin, async ({ deps, scope, request, readBody, reply }) => {
    const token = temporaryToken(request);
    const { deviceFingerprint } = await readBody();
    const outcome = await completeSignIn(deps, token, await callerOf(scope, request, deviceFingerprint));
    if (outcome.kind === "refused") throw notSignedIn(LOGIN_MESSAGES.completeFailed);
    const [state, headers] = await signInAnswer(deps, outcome);
    return reply(200, state, headers);
  }),
);

export const loader = route.loader;
export const action = route.action;
