import { redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { loginPageOf } from "#app/features/accounts/sign-in/sign-in-paths.ts";
import { findPrincipal } from "#app/features/accounts/session/principal.server.ts";
import { signedOutHeaders } from "#app/features/accounts/sign-in/sign-in-cookies.server.ts";
import { signOut } from "#app/features/accounts/session/end-access.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/logout";

/** A GET signs nobody out: any site could link to it. */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(loginPageOf(request).replace("login", "dashboard"));
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, requestId } = context.get(requestScope);
  await signOut(deps, await findPrincipal(deps, request), requestId);
  return redirect(loginPageOf(request), { headers: signedOutHeaders(deps) });
});
