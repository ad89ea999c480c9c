import type { Deps } from "#app/deps.server.ts";
import { LOGIN_MESSAGES, waitMessage } from "#app/features/accounts/sign-in/messages.ts";
import { deviceHeaders } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import type { Limited } from "#app/features/accounts/caller.ts";
import type { NeedsPassword } from "#app/features/accounts/sign-in/pending-sign-in.server.ts";
import type { SignedIn } from "#app/features/accounts/sessions/start-session.server.ts";
import { notSignedIn, tooMany, type ApiError } from "./errors.ts";
import type { z } from "zod";
import type { SignInState } from "./operations/auth.ts";

/** The session is in the answer as an access token; only the device gets a cookie. */

type State = z.input<typeof SignInState>;

const NOTHING_YET: State = {
  success: false,
  requiresTwoFactor: false,
  requiresOtp: false,
  requiresPasswordSetup: false,
};

type Pending = NeedsPassword | { kind: "needs-code" | "needs-two-factor"; signInId: string };

export async function signInAnswer(
  deps: Pick<Deps, "env">,
  outcome: SignedIn | Pending,
): Promise<[State, Headers]> {
  const noHeaders = new Headers();
  switch (outcome.kind) {
    case "signed-in": {
      const { id: userId, ...user } = outcome.user;
      const accessToken = outcome.sessionSecret;
      const headers = await deviceHeaders(deps, outcome.deviceSecret);
      return [{ ...NOTHING_YET, success: true, userId, accessToken, user }, headers];
    }
    case "needs-code":
      return [{ ...NOTHING_YET, requiresOtp: true, userId: outcome.signInId }, noHeaders];
    case "needs-two-factor":
      return [{ ...NOTHING_YET, requiresTwoFactor: true, userId: outcome.signInId }, noHeaders];
    case "needs-password":
      return [{ ...NOTHING_YET, requiresPasswordSetup: true, tempToken: outcome.token }, noHeaders];
  }
}

export function tooManyTries({ retryAfterSeconds }: Limited): ApiError {
  return tooMany(retryAfterSeconds, waitMessage(retryAfterSeconds));
}

/** The temporary token of a call, sent as its bearer token. Throws 401 without one. */
export function temporaryToken(request: Request): string {
  const [, token] = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  if (!token) throw notSignedIn(LOGIN_MESSAGES.completeFailed);
  return token;
}
