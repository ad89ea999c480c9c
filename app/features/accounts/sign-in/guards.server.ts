import { data, replace, type RouterContextProvider } from "react-router";
import { requestScope, type RequestScope } from "#app/context.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { findByTemporaryToken, readPendingSignIn } from "./pending-sign-in.server.ts";
import {
  actorOf,
  findPrincipal,
  type SignedInKind,
  type SignedInUser,
} from "#app/features/accounts/session/principal.server.ts";
import { readPendingState } from "./sign-in-cookies.server.ts";
import { loginPath, loginPathFor, nextSignInPage, withReason } from "./sign-in-paths.ts";

/** Call one first in every loader and action; a guard in a layout does not protect its pages. Their redirects replace
 * the page's entry in the browser's history: Back would lead to it, and be redirected again. */

export type RouteContext = Readonly<RouterContextProvider>;

export type StaffPrincipal = SignedInUser<"staff">;
export type CustomerPrincipal = SignedInUser<"customer">;

/** A request of somebody signed in. `by` is what an audit row says of it. */
export type SignedInRequest<Kind = SignedInKind> = {
  scope: RequestScope;
  deps: RequestScope["deps"];
  user: SignedInUser<Kind>;
  by: ActedByRequest;
};

function pageOf(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  url.searchParams.delete("index");
  return url.pathname.replace(/(?:\/_)?\.data$/, "") + url.search;
}

const forbidden = () => data(null, { status: 403 });

async function requireKind<Kind extends SignedInKind>(
  kinds: readonly Kind[],
  context: RouteContext,
  request: Request,
): Promise<SignedInRequest<Kind>> {
  const scope = context.get(requestScope);
  const { deps, requestId } = scope;
  const principal = await findPrincipal(deps, request);
  if (principal.kind === "visitor") {
    const area = (kinds as readonly SignedInKind[]).includes("customer") ? "customer" : "admin";
    throw replace(loginPathFor(request, loginPath(area, pageOf(request))));
  }
  const kind = kinds.find((one) => one === principal.kind);
  if (kind === undefined) throw forbidden();
  return { scope, deps, user: { ...principal, kind }, by: { actor: actorOf(principal), requestId } };
}

/** The signed-in Administrator or Coordinator. Throws a redirect to the sign-in, or 403 for another kind of user. */
export async function requireStaff(context: RouteContext, request: Request) {
  return requireKind(["staff"], context, request);
}

/** Staff or an assessor: who works here. Throws as `requireStaff`. */
export async function requireColleague(context: RouteContext, request: Request) {
  return requireKind(["staff", "assessor"], context, request);
}

/** Like `requireStaff`, for Administrators alone: throws 403 for a Coordinator. */
export async function requireAdministrator(context: RouteContext, request: Request) {
  const signedIn = await requireStaff(context, request);
  if (signedIn.user.roleId !== "administrator") throw forbidden();
  return signedIn;
}

/** Like `requireStaff`, for those with the right to read safeguarding concerns: throws 403 for
 * others, Administrators too. */
export async function requireConcernViewer(context: RouteContext, request: Request) {
  const signedIn = await requireStaff(context, request);
  if (!signedIn.user.seesConcerns) throw forbidden();
  return signedIn;
}

/** Like `requireStaff`, for Administrators and those with the right to handle money: throws 403 for others. */
export async function requireMoneyHandler(context: RouteContext, request: Request) {
  const signedIn = await requireStaff(context, request);
  if (!signedIn.user.handlesMoney) throw forbidden();
  return signedIn;
}

/** The signed-in customer. Throws a redirect to the sign-in, or 403 for another kind of user. */
export async function requireCustomer(context: RouteContext, request: Request) {
  return requireKind(["customer"], context, request);
}

/** Somebody of the role Assessor. What they may see of a record is another check. */
export async function requireAssessor(context: RouteContext, request: Request) {
  return requireKind(["assessor"], context, request);
}

/** True on a page of an area. Addresses are the same in capitals, as for the router. */
export const isInArea = (request: Request, area: "admin" | "assessor" | "customer"): boolean =>
  new URL(request.url).pathname.toLowerCase().startsWith(`/${area}/`);

/** Requires an assessor on a page of assessors, and staff on theirs: for pages that both have. */
export function requireColleagueHere(
  context: RouteContext,
  request: Request,
): Promise<SignedInRequest<"staff" | "assessor">> {
  return isInArea(request, "assessor") ? requireAssessor(context, request) : requireStaff(context, request);
}

/** Requires the kind of user whose area the page is in: for pages that customers have, too. */
export function requireUserHere(context: RouteContext, request: Request): Promise<SignedInRequest> {
  const isOfCustomers = isInArea(request, "customer");
  return isOfCustomers ? requireCustomer(context, request) : requireColleagueHere(context, request);
}

const loginPage = (request: Request) => nextSignInPage(request, "/admin/login");

/** The unfinished sign-in of this browser; without one, redirects to the login page. */
export async function requirePendingSignIn({ deps }: Pick<RequestScope, "deps">, request: Request) {
  const { signInId } = readPendingState(deps, request);
  if (!signInId) throw replace(loginPathFor(request, loginPage(request)));
  const pending = await readPendingSignIn(deps, signInId);
  if (!pending) throw replace(withReason(loginPage(request), "expired"));
  return { signInId, ...pending };
}

/** The temporary token of a verified code or of `npm run admin:create`, and whose it is; without one, redirects to
 * the login page. */
export async function requireTemporaryToken({ deps }: Pick<RequestScope, "deps">, request: Request) {
  const fromLink = new URL(request.url).searchParams.get("token");
  const token = fromLink ?? readPendingState(deps, request).token;
  if (!token) throw replace(loginPathFor(request, loginPage(request)));
  const found = await findByTemporaryToken(deps, token);
  if (!found) throw replace(withReason(loginPage(request), "expired"));
  return { token, email: found.user.email };
}
