import { data, Link } from "react-router";
import { requestScope } from "#app/context.ts";
import { openInstruction } from "#app/features/organisations/letter/read-letter.server.ts";
import { PrintedReport } from "#app/features/report-writing/printed-report.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/letter";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, requestId } = context.get(requestScope);
  const { headers, ...page } = await openInstruction(deps, { ...params, request, requestId });
  return data(page, { headers });
}

export default function LetterOfInstruction({
  loaderData: { bookingId, tree, missing },
}: Route.ComponentProps) {
  const file = (kind: string) => `/organisation/letter/${bookingId}/letter.${kind}`;
  return (
    <article className="file">
      <PageTitle title={tree.title} />
      <div className="actions no-print">
        <PrintButton look="quiet">Print</PrintButton>
        <ButtonLink look="quiet" to={file("pdf")} reloadDocument>
          PDF
        </ButtonLink>
        <ButtonLink look="quiet" to={file("docx")} reloadDocument>
          Word file
        </ButtonLink>
        <ButtonLink look="quiet" to={`/booking/${bookingId}`}>
          Back to the booking
        </ButtonLink>
      </div>
      {missing.length > 0 ? (
        <div className="no-print mb-8">
          <Alert heading="Still missing">
            <p>The letter follows the booking and its forms. It gets better with:</p>
            <ul>
              {missing.map(({ what, to }) => (
                <li key={what}>
                  <Link to={to}>{what}</Link>
                </li>
              ))}
            </ul>
          </Alert>
        </div>
      ) : null}
      <PrintedReport tree={tree} />
    </article>
  );
}
