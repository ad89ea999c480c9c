import { createPassword } from "#app/features/accounts/sign-in/create-password.server.ts";
import { LOGIN_MESSAGES } from "#app/features/accounts/sign-in/messages.ts";
import { callerOf } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { invalid, notSignedIn } from "#app/features/api/errors.ts";
import { createPasswordCall } from "#app/features/api/operations/auth.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { signInAnswer, temporaryToken } from "#app/features/api/sign-in-answer.server.ts";

const route = apiRoute(
  serve(createPasswordCall, async ({ deps, scope, request, readBody, reply }) => {
    const token = temporaryToken(request);
    const { deviceFingerprint, ...passwords } = await readBody();
    const caller = await callerOf(scope, request, deviceFingerprint);
    const outcome = await createPassword(deps, { token, ...passwords }, caller);
    if (outcome.kind === "refused") throw notSignedIn(LOGIN_MESSAGES.createPasswordFailed);
    if (outcome.kind === "invalid-password") {
      throw invalid({ [outcome.problem.field]: [outcome.problem.message] });
    }
    const [state, headers] = await signInAnswer(deps, outcome);
    return reply(200, state, headers);
  }),
);

export const loader = route.loader;
export const action = route.action;
