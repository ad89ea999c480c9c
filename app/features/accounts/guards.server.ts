import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { loginPathFor } from "./cookies-refused.ts";
import { findPrincipal, type Account } from "./principal.server.ts";
import { loginPath } from "./safe-redirect.ts";

/**
 * Who may enter an area (DESIGN decision 19). Call one first in every loader and action: a guard in a layout alone
 * guards nothing. Signed out: a redirect to the area's login page. Signed in with a role that may not: the 403 page.
 */

type Scope = Pick<RequestScope, "deps">;

export type StaffPrincipal = { kind: "staff" } & Account;
export type CustomerPrincipal = { kind: "customer" } & Account;

/** The page that a request is about: without the suffix and parameters of the framework's data requests. */
function pageOf(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  url.searchParams.delete("index");
  return url.pathname.replace(/(?:\/_)?\.data$/, "") + url.search;
}

function forbidden() {
  return data(null, { status: 403 });
}

/** Any active member of staff. */
export async function requireStaff(scope: Scope, request: Request): Promise<StaffPrincipal> {
  const principal = await findPrincipal(scope.deps, request);
  if (principal.kind === "visitor")
    throw redirect(loginPathFor(request, loginPath("admin", pageOf(request))));
  if (principal.kind !== "staff") throw forbidden();
  return { ...principal, kind: "staff" };
}

/** Staff with the role Administrator; a Coordinator gets the 403 page. */
export async function requireAdministrator(scope: Scope, request: Request): Promise<StaffPrincipal> {
  const principal = await requireStaff(scope, request);
  if (principal.roleId !== "administrator") throw forbidden();
  return principal;
}

/** A signed-in customer. */
export async function requireCustomer(scope: Scope, request: Request): Promise<CustomerPrincipal> {
  const principal = await findPrincipal(scope.deps, request);
  if (principal.kind === "visitor")
    throw redirect(loginPathFor(request, loginPath("customer", pageOf(request))));
  if (principal.kind !== "customer") throw forbidden();
  return { ...principal, kind: "customer" };
}
