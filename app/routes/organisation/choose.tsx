import { data, Link } from "react-router";
import { requireCustomer } from "#app/features/accounts/sign-in/guards.server.ts";
import { membershipsOf } from "#app/features/organisations/record/membership.server.ts";
import { requireOrganisations } from "#app/features/organisations/record/member-guards.server.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { ROLES } from "#app/features/organisations/record/roles.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/choose";

/** Pages that the choice may lead to, below `/organisation`. */
const PAGE = /^\/organisation(\/[a-z]{1,20})?$/;

export async function loader({ request, context }: Route.LoaderArgs) {
  requireOrganisations(context);
  const { deps, user } = await requireCustomer(context, request);
  const memberships = await membershipsOf(deps, user.userId);
  if (memberships.length === 0) throw data(null, { status: 404 });
  const to = new URL(request.url).searchParams.get("to") ?? "";
  const page = PAGE.exec(to)?.[1] ?? "";
  return memberships.map(({ organisationId: id, organisationName: name, role }) => ({
    id,
    name,
    role: ROLES[role].label,
    to: organisationPath(page, { id }),
  }));
}

export default function ChooseOrganisation({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Which organisation?">
      <ul className="stack">
        {loaderData.map(({ id, name, role, to }) => (
          <li key={id}>
            <Link to={to}>{name}</Link> <span className="note">({role})</span>
          </li>
        ))}
      </ul>
    </Page>
  );
}
