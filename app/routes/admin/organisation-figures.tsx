import { requireStaffOrganisation } from "#app/features/organisations/desk/guards.server.ts";
import { FiguresParts } from "#app/features/organisations/own/figures-parts.tsx";
import { readFigures } from "#app/features/organisations/own/figures.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/organisation-figures";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, organisation } = await requireStaffOrganisation(context, request, params.organisationId);
  const figures = await readFigures(deps, organisation.id, new URL(request.url));
  return { name: organisation.name, figures };
}

export default function OrganisationFigures({ loaderData, params }: Route.ComponentProps) {
  const { name, figures } = loaderData;
  const page = `/admin/organisations/${params.organisationId}`;
  return (
    <Page title={`Figures of ${name}`} back={{ label: `Back to ${name}`, to: page }}>
      <FiguresParts figures={figures} csv={`${page}/figures.csv`} />
    </Page>
  );
}
