import { data } from "react-router";
import { requireAssessor, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerDocumentsPage, readDocumentsPage } from "#app/features/documents/documents-page.server.ts";
import { DocumentsPanel } from "#app/features/documents/documents-panel.tsx";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/visit-documents";

async function requireVisit(context: RouteContext, request: Request, visitId: string) {
  const signedIn = await requireAssessor(context, request);
  const found = await findAssessorVisit(signedIn.deps, visitId, signedIn.user.userId);
  if (!found) throw data(null, { status: 404 });
  return { ...signedIn, ...found };
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by, visit, booking } = await requireVisit(context, request, params.visitId);
  const page = await readDocumentsPage(deps, booking, by);
  return { visitId: visit.id, reference: booking.reference, page };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { scope, by, visit, booking } = await requireVisit(context, request, params.visitId);
  const page = `/assessor/visits/${visit.id}/documents`;
  return answerDocumentsPage({ scope, request, booking, by, page });
}

export { revalidateAfterRefusal as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function VisitDocuments({ loaderData: { visitId, reference, page } }: Route.ComponentProps) {
  return (
    <Page
      title={`Documents of booking ${reference}`}
      back={{ label: "Back to the visit", to: `/assessor/visits/${visitId}` }}
    >
      <DocumentsPanel page={page} />
    </Page>
  );
}
