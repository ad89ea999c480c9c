import { ExchangeSheet } from "#app/features/report-writing/exchange-sheet.tsx";
import { requireAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/visit-exchanges-sheet";

export async function loader(args: Route.LoaderArgs) {
  const { visit, booking } = await requireAssessorVisit(args);
  const { id, day, start, minutes } = visit;
  return { visit: { id, day, start, minutes }, reference: booking.reference };
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
