import { Link } from "react-router";
import {
  answerAssessorReportPage,
  readAssessorReportPage,
} from "#app/features/report/assessor-report-page.server.ts";
import { DeclareCard, SentReports } from "#app/features/report/assessor-report-page.tsx";
import { writePath } from "#app/features/report-writing/write-path.ts";
import { requireAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import { formLimit } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/visit-report";

export async function loader(args: Route.LoaderArgs) {
  const { deps, visit, booking } = await requireAssessorVisit(args);
  return { visitId: visit.id, page: await readAssessorReportPage(deps, booking) };
}

export const action = formLimit("streamed", async (args: Route.ActionArgs) => {
  const { deps, by, visit, booking } = await requireAssessorVisit(args);
  const page = `/assessor/visits/${visit.id}/report`;
  return answerAssessorReportPage({ deps, request: args.request, booking, by, page });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function VisitReport({ loaderData: { visitId, page } }: Route.ComponentProps) {
  const said = useDone({ sent: "Your report was sent to the office for review." });
  return (
    <Page
      title={`Report of booking ${page.reference}`}
      back={{ label: "Back to the visit", to: `/assessor/visits/${visitId}` }}
    >
      <Done text={said} />
      <SentReports page={page} />
      <p>
        <Link to={writePath(visitId)}>Write the report here</Link>, or upload your own file.
      </p>
      {page.refusal ? (
        <Alert>
          <p>{page.refusal}</p>
        </Alert>
      ) : (
        <DeclareCard page={page} />
      )}
    </Page>
  );
}
