import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { loginPathFor } from "./cookies-refused.ts";
import { findPrincipal, type Account } from "./principal.server.ts";
import { loginPath } from "./safe-redirect.ts";

/** Call one first in every loader and action; a guard in a layout does not protect its pages. */

type Scope = Pick<RequestScope, "deps">;

export type StaffPrincipal = { kind: "staff" } & Account;
export type CustomerPrincipal = { kind: "customer" } & Account;

function pageOf(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  url.searchParams.delete("index");
  return url.pathname.replace(/(?:\/_)?\.data$/, "") + url.search;
}

function forbidden() {
  return data(null, { status: 403 });
}

export async function requireStaff(scope: Scope, request: Request): Promise<StaffPrincipal> {
  const principal = await findPrincipal(scope.deps, request);
  if (principal.kind === "visitor")
    throw redirect(loginPathFor(request, loginPath("admin", pageOf(request))));
  if (principal.kind !== "staff") throw forbidden();
  return { ...principal, kind: "staff" };
}

export async function requireAdministrator(scope: Scope, request: Request): Promise<StaffPrincipal> {
  const principal = await requireStaff(scope, request);
  if (principal.roleId !== "administrator") throw forbidden();
  return principal;
}

export async function requireCustomer(scope: Scope, request: Request): Promise<CustomerPrincipal> {
  const principal = await findPrincipal(scope.deps, request);
  if (principal.kind === "visitor")
    throw redirect(loginPathFor(request, loginPath("customer", pageOf(request))));
  if (principal.kind !== "customer") throw forbidden();
  return { ...principal, kind: "customer" };
}
