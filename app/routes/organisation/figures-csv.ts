import { figuresFile, readFigures } from "#app/features/organisations/own/figures.server.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import type { Route } from "./+types/figures-csv";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, member } = await requireMember(context, request, "seesAll", "seesNames");
  return figuresFile(await readFigures(deps, member.organisationId, new URL(request.url)));
}
