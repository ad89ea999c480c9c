import { requireReportToRead } from "#app/features/report-writing/guards.server.ts";
import { PrintedReport } from "#app/features/report-writing/printed-report.tsx";
import { writePath } from "#app/features/report-writing/write-path.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/write-preview";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { report } = await requireReportToRead({ request, params, context });
  const { tree, isDraft, sent } = report;
  return { visitId: params.visitId, tree, isDraft, isSent: sent !== null };
}

export default function WritePreview({ loaderData }: Route.ComponentProps) {
  const { visitId, tree, isDraft, isSent } = loaderData;
  const title = `Report of ${tree.reference}${isDraft ? ", draft" : ""}`;
  return (
    <article className="file">
      <PageTitle title={title} />
      <p className="running-head" aria-hidden="true">
        {isDraft ? "Draft. " : null}
        {tree.title}, {tree.reference}. Confidential.
      </p>
      <div className="actions no-print">
        {isSent ? null : <ButtonLink to={writePath(visitId, "check")}>Continue with the check</ButtonLink>}
        <PrintButton look="quiet">Print</PrintButton>
        <ButtonLink look="quiet" to={writePath(visitId)}>
          Back to the report
        </ButtonLink>
        <a href={writePath(visitId, "report.pdf")}>PDF</a>
        <a href={writePath(visitId, "report.docx")}>Word file</a>
      </div>
      <p className="note no-print mt-6">
        {title}. {isSent ? "This is what you sent." : "Only what you have saved is in it."}
      </p>
      <PrintedReport tree={tree} linkTo={isSent ? undefined : (part) => writePath(visitId, part)} />
    </article>
  );
}
