import { data, redirect, type RouterContextProvider } from "react-router";
import { requestScope, type RequestScope } from "#app/context.ts";
import type { Author } from "#app/features/audit/record-audit.server.ts";
import { loginPathFor } from "./cookies-refused.ts";
import { actorOf, findPrincipal, type Account } from "./principal.server.ts";
import { loginPath } from "./safe-redirect.ts";

/** Call one first in every loader and action; a guard in a layout does not protect its pages. */

export type RouteContext = Readonly<RouterContextProvider>;

export type SignedInUser<Kind = "staff" | "customer"> = { kind: Kind } & Account;
export type StaffPrincipal = SignedInUser<"staff">;
export type CustomerPrincipal = SignedInUser<"customer">;

/** A request of somebody signed in. `by` is what an audit row says of it. */
export type SignedInRequest<Kind = "staff" | "customer"> = {
  scope: RequestScope;
  deps: RequestScope["deps"];
  user: SignedInUser<Kind>;
  by: Author;
};

function pageOf(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  url.searchParams.delete("index");
  return url.pathname.replace(/(?:\/_)?\.data$/, "") + url.search;
}

const forbidden = () => data(null, { status: 403 });

async function requireKind<Kind extends "staff" | "customer">(
  kind: Kind,
  context: RouteContext,
  request: Request,
): Promise<SignedInRequest<Kind>> {
  const scope = context.get(requestScope);
  const { deps, requestId } = scope;
  const principal = await findPrincipal(deps, request);
  if (principal.kind === "visitor") {
    const area = kind === "staff" ? "admin" : "customer";
    throw redirect(loginPathFor(request, loginPath(area, pageOf(request))));
  }
  if (principal.kind !== kind) throw forbidden();
  return { scope, deps, user: { ...principal, kind }, by: { actor: actorOf(principal), requestId } };
}

export async function requireStaff(context: RouteContext, request: Request) {
  return requireKind("staff", context, request);
}

export async function requireAdministrator(context: RouteContext, request: Request) {
  const signedIn = await requireStaff(context, request);
  if (signedIn.user.roleId !== "administrator") throw forbidden();
  return signedIn;
}

export async function requireCustomer(context: RouteContext, request: Request) {
  return requireKind("customer", context, request);
}
