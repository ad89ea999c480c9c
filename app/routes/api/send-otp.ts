import { sendCode } from "#app/features/accounts/sign-in/send-code.server.ts";
import { callerOf } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { sendOtp } from "#app/features/api/operations/auth.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { tooManyTries } from "#app/features/api/sign-in-answer.server.ts";

const route = apiRoute(
  serve(sendOtp, async ({ deps, scope, request, readBody, reply }) => {
    const { email } = await readBody();
    const sent = await sendCode(deps, { email }, await callerOf(scope, request));
    if (sent.kind === "limited") throw tooManyTries(sent);
    return reply(200, { userId: sent.signInId });
  }),
);

export const loader = route.loader;
export const action = route.action;
