import { data } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { readAlsoTold } from "#app/features/contributions/also-told.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { openAssessorVisit } from "#app/features/visits/assessor-pages/open-visit.server.ts";
import { Pack } from "#app/features/visits/assessor-pages/pack.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/visit-pack";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireAssessor(context, request);
  const visit = await openAssessorVisit(deps, params.visitId, by);
  if (!visit?.about) throw data(null, { status: 404 });
  const own = await findAssessorVisit(deps, params.visitId, by.actor.id);
  return { visit, told: own ? await readAlsoTold(deps, own.booking) : [] };
}

export default function VisitPack({ loaderData: { visit, told } }: Route.ComponentProps) {
  return (
    <Pack
      visit={visit}
      told={told}
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
