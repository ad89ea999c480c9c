import { data } from "react-router";
import { answerDocumentsPage, readDocumentsPage } from "#app/features/documents/documents-page.server.ts";
import { DocumentsPanel } from "#app/features/documents/documents-panel.tsx";
import { requireReferral, requireReferralSteps } from "#app/features/referral/guards.server.ts";
import { DOCUMENTS_STEP, neighbour, REFERRAL_HANDLE, stepPath } from "#app/features/referral/journey.ts";
import { ReferralPage } from "#app/features/referral/referral-page.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { formLimit } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/documents";

export async function loader(args: Route.LoaderArgs) {
  const { deps, booking: row, actor, referral, headers } = await requireReferral(args);
  const { booking, steps, optional } = referral;
  const page = await readDocumentsPage(deps, row, { actor });
  return data({ booking, steps, optional, page }, { headers });
}

export const action = formLimit("streamed", async (args: Route.ActionArgs) => {
  const { scope, booking, actor, headers } = await requireReferralSteps(args);
  const by = { actor, requestId: scope.requestId };
  const page = stepPath(booking.id, DOCUMENTS_STEP);
  return answerDocumentsPage({ scope, request: args.request, booking, by, page, headers });
});

export const handle = REFERRAL_HANDLE;

export { revalidateAfterRefusal as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function ReferralDocuments({ loaderData }: Route.ComponentProps) {
  const { booking, steps, optional, page } = loaderData;
  const next = neighbour(steps, DOCUMENTS_STEP, "continue");
  return (
    <ReferralPage booking={booking} steps={steps} optional={optional} slug={DOCUMENTS_STEP} title="Documents">
      <div className="stack">
        <p>
          Papers help the assessor to prepare: a GP letter, an earlier assessment, court papers or a will. You
          need not send any, and you can come back later.
        </p>
        <DocumentsPanel page={page} />
        {next ? (
          <p className="actions">
            <ButtonLink look="quiet" to={stepPath(booking.id, next.slug)}>
              Continue
            </ButtonLink>
          </p>
        ) : null}
      </div>
    </ReferralPage>
  );
}
