import { redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { loginPageOf } from "#app/features/accounts/password-reset/answer-reset.server.ts";
import { findPrincipal } from "#app/features/accounts/principal.server.ts";
import { signedOutHeaders } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { signOut } from "#app/features/accounts/sessions/end-sessions.server.ts";
import type { Route } from "./+types/logout";

/** A GET signs nobody out: any site could link to it. */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(loginPageOf(request).replace("login", "dashboard"));
}

export async function action({ request, context }: Route.ActionArgs) {
  const { deps, requestId } = context.get(requestScope);
  await signOut(deps, await findPrincipal(deps, request), requestId);
  return redirect(loginPageOf(request), { headers: await signedOutHeaders(deps) });
}
