import { LOGIN_MESSAGES } from "#app/features/accounts/sign-in/messages.ts";
import { verifyCode } from "#app/features/accounts/sign-in/verify-code.server.ts";
import { notSignedIn } from "#app/features/api/errors.ts";
import { verifyOtp } from "#app/features/api/operations/auth.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";

const route = apiRoute(
  serve(verifyOtp, async ({ deps, readBody, reply }) => {
    const { userId, code } = await readBody();
    const outcome = await verifyCode(deps, { signInId: userId, code });
    if (outcome.kind === "refused") throw notSignedIn(LOGIN_MESSAGES.codeRefused);
    return reply(200, { requiresPasswordSetup: outcome.needsPassword, tempToken: outcome.token });
  }),
);

export const loader = route.loader;
export const action = route.action;
