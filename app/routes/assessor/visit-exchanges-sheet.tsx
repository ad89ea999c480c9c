import { requireAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/visit-exchanges-sheet";
import { formatHours } from "#app/features/visits/record/visit-times.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { Times } from "#app/ui/times.tsx";

const LINES = 24;

export async function loader(args: Route.LoaderArgs) {
  const { visit, booking } = await requireAssessorVisit(args);
  const { id, day, start, minutes } = visit;
  return { visit: { id, day, start, minutes }, reference: booking.reference };
}

/** A sheet of numbered lines for a visit, to be typed in afterwards. The person's name is not on it. */
export default function VisitExchangesSheet({ loaderData: { visit, reference } }: Route.ComponentProps) {
  return (
    <article className="file">
      <PageTitle title={`Sheet for ${reference}`} />
      <div className="actions no-print">
        <PrintButton>Print</PrintButton>
        <ButtonLink look="quiet" to={`/assessor/visits/${visit.id}/exchanges`}>
          Back to what was said
        </ButtonLink>
      </div>
      <h1 className="mt-6">
        What was said, <span className="inline-block">{reference}</span>
      </h1>
      <p>
        {formatLongDate(visit.day)}, <Times>{formatHours(visit)}</Times>. Who: P for the person, A for you, O
        for somebody else, S for what you saw. Contains health data: keep it on you, type it in, and destroy
        it.
      </p>
      <table className="exchange-sheet mt-4">
        <caption className="sr-only">Numbered lines</caption>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Time</th>
            <th scope="col">Who</th>
            <th scope="col">Words, or what was seen</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: LINES }, (_, index) => (
            <tr key={index}>
              <th scope="row">{index + 1}</th>
              <td />
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
