import { Outlet } from "react-router";
import { OrganisationFrame } from "#app/features/organisations/own/frame.tsx";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import type { Route } from "./+types/organisation-layout";

/** The guard here is for the navigation only: each page has its own. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { user, member, memberships } = await requireMember(context, request);
  const { organisationId: id, organisationName: name, role } = member;
  return { id, name, role, who: user.firstName ?? user.email, isOneOfSeveral: memberships.length > 1 };
}

export { ErrorBoundary } from "#app/error-boundary.tsx";

export default function OrganisationLayout({ loaderData }: Route.ComponentProps) {
  return (
    <OrganisationFrame organisation={loaderData}>
      <Outlet />
    </OrganisationFrame>
  );
}
