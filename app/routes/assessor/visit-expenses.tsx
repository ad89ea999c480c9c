import { data, Link } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerClaimsPage, readClaimsPage } from "#app/features/pay/claims-page.server.ts";
import { ClaimsTable, ExpenseCard, MilesCard } from "#app/features/pay/claims-parts.tsx";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone, useKeyOf } from "#app/ui/use-done.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { formLimit } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/visit-expenses";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireAssessor(context, request);
  const page = await readClaimsPage(deps, params.visitId, by);
  if (!page) throw data(null, { status: 404 });
  return { page };
}

export const action = formLimit("streamed", async ({ request, params, context }: Route.ActionArgs) => {
  const { scope, by } = await requireAssessor(context, request);
  return answerClaimsPage({ scope, request, by, visitId: params.visitId });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const DONE = { claimed: "It was claimed. The office decides.", withdrawn: "It was taken back." };

export default function VisitExpenses({ loaderData: { page } }: Route.ComponentProps) {
  const said = useDone(DONE);
  const key = useKeyOf(said);
  return (
    <Page title={`Miles and expenses for ${page.reference}`}>
      <Done text={said} />
      <p className="lead">Visit on {formatLongDate(page.day)}</p>
      <ClaimsTable claims={page.claims} />
      {page.refusal ? (
        <Alert tone="warning" text={page.refusal} />
      ) : page.hasOutcome ? (
        <>
          <MilesCard key={`miles ${key}`} milePence={page.milePence} />
          <ExpenseCard key={`expense ${key}`} milePence={page.milePence} maxMegabytes={page.maxMegabytes} />
        </>
      ) : (
        <Alert>
          <p>
            Record the outcome of the visit first.{" "}
            <Link to={`/assessor/visits/${page.visitId}/outcome`}>Record outcome</Link>
          </p>
        </Alert>
      )}
    </Page>
  );
}
