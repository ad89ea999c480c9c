import { data, Link, useSearchParams } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  answerExchangesPage,
  readExchangesPage,
} from "#app/features/report-writing/exchanges-page.server.ts";
import { AddExchange, ExchangeList, RestrictedNote } from "#app/features/report-writing/exchanges-page.tsx";
import { formatHours } from "#app/features/visits/record/visit-times.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { writePath } from "#app/features/report-writing/write-path.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { Times } from "#app/ui/times.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/visit-exchanges";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by, user } = await requireAssessor(context, request);
  const page = await readExchangesPage(deps, params.visitId, by);
  if (!page) throw data(null, { status: 404 });
  return { ...page, reader: user.userId };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAssessor(context, request);
  const { visitId } = params;
  if (!(await readExchangesPage(deps, visitId, by))) throw data(null, { status: 404 });
  return answerExchangesPage({ deps, by, visitId, form: await request.formData() });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function VisitExchanges({ loaderData }: Route.ComponentProps) {
  const { visit, reference, exchanges, isEarly, reader } = loaderData;
  const [query] = useSearchParams();
  const said = useDone({
    added: "It was added.",
    changed: "The exchange was changed.",
    deleted: "The exchange was deleted.",
  });
  const page = `/assessor/visits/${visit.id}/exchanges`;
  return (
    <Page title={`What was said, ${reference}`}>
      <Done text={said} />
      <p className="lead">
        {formatLongDate(visit.day)}, <Times>{formatHours(visit)}</Times>
      </p>
      {exchanges === null ? (
        <RestrictedNote />
      ) : (
        <>
          <p className="no-print">
            <Link to={`${page}/sheet`}>Sheet to write on by hand</Link>
          </p>
          <ExchangeList exchanges={exchanges} changing={query.get("change")} page={page} />
          {isEarly ? (
            <Alert text="The visit is on another day. You can write here from the day of the visit on." />
          ) : (
            <AddExchange visitId={visit.id} reader={reader} />
          )}
          {exchanges.length > 0 ? (
            <p className="no-print">
              <ButtonLink look="quiet" to={writePath(visit.id)}>
                Continue with the report
              </ButtonLink>
            </p>
          ) : null}
        </>
      )}
    </Page>
  );
}
