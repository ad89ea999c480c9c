import { Link } from "react-router";
import { requestScope } from "#app/context.ts";
import { answerAskPage, readAskPage } from "#app/features/report-writing/questions/ask-page.server.ts";
import { AskForm, Asked, AskUntil } from "#app/features/report-writing/questions/ask-page.tsx";
import { formLimit } from "#app/platform/http/form-limit.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/report-questions";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return readAskPage(context.get(requestScope), request, params.deliveryId);
}

export const action = formLimit("streamed", async ({ request, params, context }: Route.ActionArgs) =>
  answerAskPage(context.get(requestScope), request, params.deliveryId),
);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function ReportQuestions({ loaderData: page }: Route.ComponentProps) {
  const said = useDone({ asked: "Your questions are with us. You get an email when they are answered." });
  const { id, reference, version, isWithdrawn, purposes, asked, hasAsked } = page;
  return (
    <Page title="Ask about this report">
      <Done text={said} />
      <p>
        Booking {reference}, version {version} of the report.{" "}
        <Link to={`/reports/${id}`}>Back to the report</Link>
      </p>
      {isWithdrawn ? (
        <Alert tone="warning">
          <p>This report was withdrawn. Please call us if you have a question.</p>
        </Alert>
      ) : null}
      {purposes.length > 0 ? (
        <>
          <p>
            The office reads your questions first. The assessor’s answers become part of the report: everybody
            who has the report gets them, with the questions.
          </p>
          <AskUntil page={page} />
          <AskForm page={page} />
        </>
      ) : null}
      {hasAsked && purposes.length === 0 && !isWithdrawn ? <p>To ask again, please call us.</p> : null}
      {asked.map((one) => (
        <Asked key={one.id} one={one} />
      ))}
      {hasAsked ? (
        <p className="no-print">
          <PrintButton>Print this page</PrintButton>
        </p>
      ) : null}
    </Page>
  );
}
