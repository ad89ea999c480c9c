import { data, redirect } from "react-router";
import { requestScope, type RequestScope } from "#app/context.ts";
import { requirePart } from "#app/features/contributions/part-guards.server.ts";
import { takesAnswers } from "#app/features/contributions/standing.ts";
import { answerDocumentsPage, readDocumentsPage } from "#app/features/documents/documents-page.server.ts";
import { DocumentsPanel } from "#app/features/documents/documents-panel.tsx";
import { Page } from "#app/ui/page.tsx";
import { formLimit } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/documents";

/** Only while answers are taken, and after the date of birth. */
async function requireOpenPart(scope: RequestScope, request: Request, contributionId: string) {
  const opened = await requirePart(scope, request, contributionId);
  if (!opened.isProved) throw data(null, { status: 404 });
  if (!takesAnswers(opened.standing)) throw redirect(`/part/${contributionId}`, { headers: opened.headers });
  return opened;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const { asked, booking, by, headers } = await requireOpenPart(scope, request, params.contributionId);
  return data({ id: asked.id, page: await readDocumentsPage(scope.deps, booking, by) }, { headers });
}

export const action = formLimit("streamed", async ({ request, params, context }: Route.ActionArgs) => {
  const scope = context.get(requestScope);
  const { asked, booking, by, headers } = await requireOpenPart(scope, request, params.contributionId);
  const page = `/part/${asked.id}/documents`;
  return answerDocumentsPage({ scope, request, booking, by, page, headers });
});

export { revalidateAfterRefusal as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function PartDocuments({ loaderData: { id, page } }: Route.ComponentProps) {
  return (
    <Page title="Papers" back={{ label: "Back to what you are asked", to: `/part/${id}` }}>
      <p>
        A letter, a care plan or another paper can say it instead of you. The practice has each file as soon
        as it is uploaded.
      </p>
      <DocumentsPanel page={page} />
    </Page>
  );
}
