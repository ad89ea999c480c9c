import { data, Link } from "react-router";
import { requireAssessor, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  answerAssessorReportPage,
  readAssessorReportPage,
} from "#app/features/report/assessor-report-page.server.ts";
import { DeclareCard, SentReports } from "#app/features/report/assessor-report-page.tsx";
import { writePath } from "#app/features/report-writing/write-path.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/visit-report";

async function requireVisit(context: RouteContext, request: Request, visitId: string) {
  const signedIn = await requireAssessor(context, request);
  const found = await findAssessorVisit(signedIn.deps, visitId, signedIn.user.userId);
  if (!found) throw data(null, { status: 404 });
  return { ...signedIn, ...found };
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, visit, booking } = await requireVisit(context, request, params.visitId);
  return { visitId: visit.id, page: await readAssessorReportPage(deps, booking) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { deps, by, visit, booking } = await requireVisit(context, request, params.visitId);
  const page = `/assessor/visits/${visit.id}/report`;
  return answerAssessorReportPage({ deps, request, booking, by, page });
}

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
