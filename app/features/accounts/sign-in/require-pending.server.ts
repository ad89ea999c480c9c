import { redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import type { SignInRow } from "#app/features/accounts/tables.ts";
import { loginPathFor } from "#app/features/accounts/cookies-refused.ts";
import { nextSignInPage } from "./land-after-sign-in.server.ts";
import { findByTemporaryToken, readPendingSignIn } from "./pending-sign-in.server.ts";
import { readPendingState } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";

type Scope = Pick<RequestScope, "deps">;

function startAgain(request: Request) {
  const path = nextSignInPage(request, "/admin/login");
  return redirect(`${path}${path.includes("?") ? "&" : "?"}reason=expired`);
}

/** The unfinished sign-in of this browser; without one, redirects to the login page. */
export async function requirePendingSignIn(
  scope: Scope,
  request: Request,
): Promise<{ signInId: string; needs: SignInRow["needs"]; email: string; isCodeSent: boolean }> {
  const { signInId } = await readPendingState(scope.deps, request);
  if (!signInId) throw redirect(loginPathFor(request, nextSignInPage(request, "/admin/login")));
  const pending = await readPendingSignIn(scope.deps, signInId);
  if (!pending) throw startAgain(request);
  return { signInId, ...pending };
}

/** The temporary token of a verified code or of `npm run admin:create`; without one, redirects to the login page. */
export async function requireTemporaryToken(scope: Scope, request: Request): Promise<string> {
  const fromLink = new URL(request.url).searchParams.get("token");
  const token = fromLink ?? (await readPendingState(scope.deps, request)).token;
  if (!token) throw redirect(loginPathFor(request, nextSignInPage(request, "/admin/login")));
  if (!(await findByTemporaryToken(scope.deps, token))) throw startAgain(request);
  return token;
}
