import { answerDocumentsPage, readDocumentsPage } from "#app/features/documents/documents-page.server.ts";
import { DocumentsPanel } from "#app/features/documents/documents-panel.tsx";
import { requireAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { Page } from "#app/ui/page.tsx";
import { formLimit } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/visit-documents";

export async function loader(args: Route.LoaderArgs) {
  const { deps, by, booking } = await requireAssessorVisit(args);
  const page = await readDocumentsPage(deps, booking, by);
  return { reference: booking.reference, page };
}

export const action = formLimit("streamed", async (args: Route.ActionArgs) => {
  const { scope, by, visit, booking } = await requireAssessorVisit(args);
  const page = `/assessor/visits/${visit.id}/documents`;
  return answerDocumentsPage({ scope, request: args.request, booking, by, page });
});

export { revalidateAfterRefusal as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function VisitDocuments({ loaderData: { reference, page } }: Route.ComponentProps) {
  return (
    <Page title={`Documents of booking ${reference}`}>
      <DocumentsPanel page={page} />
    </Page>
  );
}
