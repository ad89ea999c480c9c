import { beginSignIn } from "#app/features/accounts/sign-in/begin-sign-in.server.ts";
import { LOGIN_MESSAGES } from "#app/features/accounts/sign-in/messages.ts";
import { callerOf } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { notSignedIn } from "#app/features/api/errors.ts";
import { login } from "#app/features/api/operations/auth.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { signInAnswer, tooManyTries } from "#app/features/api/sign-in-answer.server.ts";

const route = apiRoute(
  serve(login, async ({ deps, scope, request, readBody, reply }) => {
    const { deviceFingerprint, ...input } = await readBody();
    const outcome = await beginSignIn(deps, input, await callerOf(scope, request, deviceFingerprint));
    if (outcome.kind === "limited") throw tooManyTries(outcome);
    if (outcome.kind === "refused") throw notSignedIn(LOGIN_MESSAGES.refused);
    if (outcome.kind === "wrong-two-factor-code") throw notSignedIn(LOGIN_MESSAGES.codeRefused);
    const [state, headers] = await signInAnswer(deps, outcome);
    return reply(200, state, headers);
  }),
);

export const loader = route.loader;
export const action = route.action;
