import { requireStaffOrganisation } from "#app/features/organisations/desk/guards.server.ts";
import { figuresFile, readFigures } from "#app/features/organisations/own/figures.server.ts";
import type { Route } from "./+types/organisation-figures-csv";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, organisation } = await requireStaffOrganisation(context, request, params.organisationId);
  return figuresFile(await readFigures(deps, organisation.id, new URL(request.url)));
}
