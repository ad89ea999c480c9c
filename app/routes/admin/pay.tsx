import { Link } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerPayPage, monthAsked, readPayPage } from "#app/features/pay/pay-pages.server.ts";
import { ApprovedClaimsTable, OpenClaimsCard } from "#app/features/pay/claims-parts.tsx";
import { CloseCard, ClosedCard, DisputesCard, LinesTable } from "#app/features/pay/pay-parts.tsx";
import { Pages } from "#app/kit/pages-nav.tsx";
import { monthBefore, nextMonth } from "#app/features/pay/months.ts";
import { counted } from "#app/platform/counted.ts";
import { formatMonth } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/desk.tsx";
import { Page } from "#app/ui/page.tsx";
import { DataTable } from "#app/ui/list.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/pay";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  const url = new URL(request.url);
  return { page: await readPayPage(deps, monthAsked(deps, url), url), done: answerPayPage.said(request) };
}

export const action = once(async ({ request, context, url }: Route.ActionArgs) => {
  const { deps, by } = await requireMoneyHandler(context, request);
  url.searchParams.delete("done");
  return answerPayPage({ deps, by, form: await request.formData(), page: url.pathname + url.search });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function Pay({ loaderData: { page, done } }: Route.ComponentProps) {
  const said = useSaid(done);
  const heading = `Pay for ${formatMonth(page.month)}`;
  return (
    <Page title={heading} heading={null}>
      <PageHead
        heading={heading}
        actions={
          <nav aria-label="Months" className="page-actions">
            <Link rel="prev" to={`/admin/pay?month=${monthBefore(page.month)}`}>
              Month before
            </Link>
            <Link rel="next" to={`/admin/pay?month=${nextMonth(page.month)}`}>
              Next month
            </Link>
            <ButtonLink look="quiet" to="/admin/pay/rules">
              Pay rules
            </ButtonLink>
          </nav>
        }
      />
      <Done text={said} />
      {page.hasRules ? null : (
        <Alert>
          <p>
            No rule says yet what assessors earn. <Link to="/admin/pay/rules">Add the first one</Link>.
          </p>
        </Alert>
      )}
      <OpenClaimsCard claims={page.claims} />
      <DisputesCard disputes={page.disputes} />
      {page.isClosed ? <ClosedCard page={page} /> : null}
      {page.isPast && !page.isClosed ? (
        <p>A later month is closed already, and has what was left of this one.</p>
      ) : null}
      {page.assessors.rows.length > 0 ? (
        <DataTable
          className="table is-rows is-figures"
          caption="To be paid"
          columns={[
            {
              name: "Assessor",
              place: "name",
              cell: ({ id, name }) => <Link to={`/admin/assessors/${id}/pay`}>{name}</Link>,
            },
            {
              name: "Lines",
              cell: ({ lines, isCarried }) =>
                counted(lines, "line") + (isCarried ? ", carried to the next month" : ""),
            },
            { name: "Amount", place: "number", cell: ({ pence }) => formatPoundsAndPence(pence) },
          ]}
          rows={page.assessors.rows}
        />
      ) : null}
      <Pages at={page.assessors.at} of="assessors" />
      <LinesTable lines={page.lines.rows} caption="Lines" />
      {page.lines.rows.length > 0 ? (
        <p>
          {counted(page.lines.at.count, "line")}, {formatPoundsAndPence(page.lines.pence)} in all.
        </p>
      ) : null}
      <Pages at={page.lines.at} of="lines" />
      <ApprovedClaimsTable approved={page.approved} />
      <CloseCard page={page} />
    </Page>
  );
}
