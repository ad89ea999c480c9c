import { data } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { ExchangeSheet } from "#app/features/report-writing/exchange-sheet.tsx";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/visit-exchanges-sheet";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireAssessor(context, request);
  const own = await findAssessorVisit(deps, params.visitId, by.actor.id);
  if (!own) throw data(null, { status: 404 });
  const { id, day, start, minutes } = own.visit;
  return { visit: { id, day, start, minutes }, reference: own.booking.reference };
}

export default function VisitExchangesSheet({ loaderData: { visit, reference } }: Route.ComponentProps) {
  return (
    <ExchangeSheet
      visit={visit}
      reference={reference}
      back={
        <>
          <PrintButton>Print</PrintButton>
          <ButtonLink look="quiet" to={`/assessor/visits/${visit.id}/exchanges`}>
            Back to what was said
          </ButtonLink>
        </>
      }
    />
  );
}
