import { requireDraft } from "#app/features/report-writing/guards.server.ts";
import { PrintedReport } from "#app/features/report-writing/printed-report.tsx";
import { reportDocument } from "#app/features/report-writing/report-document.ts";
import { writePath } from "#app/features/report-writing/write-path.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/write-preview";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { opened } = await requireDraft({ request, params, context });
  return { visitId: params.visitId, tree: reportDocument(opened.draft) };
}

export default function WritePreview({ loaderData: { visitId, tree } }: Route.ComponentProps) {
  const title = `Report of ${tree.reference}, draft`;
  return (
    <article className="file">
      <PageTitle title={title} />
      <p className="running-head" aria-hidden="true">
        {tree.title}, {tree.reference}. Confidential.
      </p>
      <div className="actions no-print">
        <PrintButton>Print</PrintButton>
        <ButtonLink look="quiet" to={writePath(visitId)}>
          Back to the report
        </ButtonLink>
      </div>
      <p className="note no-print mt-6">{title}. Only what you have saved is in it.</p>
      <h1 className="mt-6">{tree.title}</h1>
      <p>
        Reference <span className="inline-block">{tree.reference}</span>
      </p>
      <PrintedReport tree={tree} linkTo={(part) => writePath(visitId, part)} />
    </article>
  );
}
