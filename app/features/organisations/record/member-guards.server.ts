import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { requireCustomer, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import { hasOrganisations, membershipsOf } from "./membership.server.ts";
import { organisationPath, WHICH } from "./paths.ts";
import { ROLES, type Right } from "./roles.ts";

const notFound = () => data(null, { status: 404 });

/** Throws the not-found page while the practice works with no organisations. */
export function requireOrganisations(context: RouteContext) {
  const scope = context.get(requestScope);
  if (!hasOrganisations(scope.deps)) throw notFound();
  return scope;
}

/** The signed-in member of an organisation, with all that they are a member of. Which one an address without `?of=`
 * means is clear for a member of one; a member of several is led to the choice. The same not-found page for somebody
 * else's organisation, for a role without the rights, and while there are no organisations at all. */
export async function requireMember(context: RouteContext, request: Request, ...wanted: Right[]) {
  requireOrganisations(context);
  const { deps, user, by, scope } = await requireCustomer(context, request);
  const memberships = await membershipsOf(deps, user.userId);
  const url = new URL(request.url);
  const asked = url.searchParams.get(WHICH);
  if (asked === null && memberships.length > 1)
    throw redirect(`/organisation/choose?to=${encodeURIComponent(url.pathname)}`);
  const member = memberships.find(({ organisationId }) => asked === null || organisationId === asked);
  if (!member || !wanted.every((right) => ROLES[member.role][right])) throw notFound();
  const pathTo = (page: string) => organisationPath(page, { id: member.organisationId });
  return { scope, deps, user, by, member, memberships, rights: ROLES[member.role], pathTo };
}

export type MemberRequest = Awaited<ReturnType<typeof requireMember>>;
