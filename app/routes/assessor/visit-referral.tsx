import { data } from "react-router";
import { PrintedReferral } from "#app/features/referral/printed-referral.tsx";
import { NeedsBox } from "#app/features/visits/person/needs-box.tsx";
import { openVisitReferral } from "#app/features/visits/assessor-pages/open-visit.server.ts";
import { requireAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/visit-referral";

export async function loader(args: Route.LoaderArgs) {
  const { deps, by, ...own } = await requireAssessorVisit(args);
  const referral = await openVisitReferral(deps, own, by);
  if (!referral) throw data(null, { status: 404 });
  return { referral };
}

export default function VisitReferral({ loaderData, params }: Route.ComponentProps) {
  const { needs, earlier, ...referral } = loaderData.referral;
  return (
    <PrintedReferral
      {...referral}
      back={
        <ButtonLink look="quiet" to={`/assessor/visits/${params.visitId}`}>
          Back to the visit
        </ButtonLink>
      }
    >
      <div className="mt-4">
        <NeedsBox needs={needs} earlier={earlier} />
      </div>
    </PrintedReferral>
  );
}
