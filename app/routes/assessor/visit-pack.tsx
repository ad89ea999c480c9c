import { data } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { openAssessorVisit } from "#app/features/visits/open-visit.server.ts";
import { Pack } from "#app/features/visits/pack.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/visit-pack";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireAssessor(context, request);
  const visit = await openAssessorVisit(deps, params.visitId, by);
  if (!visit?.about) throw data(null, { status: 404 });
  return { visit };
}

export default function VisitPack({ loaderData: { visit } }: Route.ComponentProps) {
  return (
    <Pack
      visit={visit}
      back={
        <>
          <PrintButton>Print</PrintButton>
          <ButtonLink look="quiet" to={`/assessor/visits/${visit.id}`}>
            Back to the visit
          </ButtonLink>
        </>
      }
    />
  );
}
