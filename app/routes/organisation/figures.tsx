import { FiguresParts } from "#app/features/organisations/own/figures-parts.tsx";
import { readFigures } from "#app/features/organisations/own/figures.server.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/figures";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, member } = await requireMember(context, request, "seesAll", "seesNames");
  const { organisationId: of, organisationName: name } = member;
  return { of, name, figures: await readFigures(deps, of, new URL(request.url)) };
}

export default function OrganisationFigures({ loaderData: { of, name, figures } }: Route.ComponentProps) {
  return (
    <Page title={`Figures of ${name}`}>
      <FiguresParts figures={figures} csv="/organisation/figures.csv" of={of} />
    </Page>
  );
}
