import { redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { findPrincipal } from "#app/features/accounts/principal.server.ts";
import { signedOutHeaders } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { signOut } from "#app/features/accounts/sessions/end-sessions.server.ts";
import type { Route } from "./+types/logout";

/** A GET signs nobody out: any site could link to it. */
export function loader() {
  return redirect("/customer/dashboard");
}

export async function action({ request, context }: Route.ActionArgs) {
  const { deps, requestId } = context.get(requestScope);
  await signOut(deps, await findPrincipal(deps, request), requestId);
  return redirect("/customer/login", { headers: await signedOutHeaders(deps) });
}
