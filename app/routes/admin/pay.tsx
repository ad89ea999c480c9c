import { Link } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerPayPage, monthAsked, readPayPage } from "#app/features/pay/pay-pages.server.ts";
import { ApprovedClaimsTable, OpenClaimsCard } from "#app/features/pay/claims-parts.tsx";
import { CloseCard, ClosedCard, DisputesCard, LinesTable } from "#app/features/pay/pay-parts.tsx";
import { Pages } from "#app/kit/pages-nav.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/desk.tsx";
import { Page } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
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
  return (
    <Page title={`Pay of ${page.name}`} heading={null}>
      <PageHead
        heading={`Pay of ${page.name}`}
        actions={
          <nav aria-label="Months" className="page-actions">
            <Link rel="prev" to={`/admin/pay?month=${page.before}`}>
              Month before
            </Link>
            <Link rel="next" to={`/admin/pay?month=${page.after}`}>
              Next month
            </Link>
            <ButtonLink look="quiet" to="/admin/pay/rules">
              Rules of pay
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
      <OpenClaimsCard claims={page.claims} claimsTotal={page.claimsTotal} at={page.at} />
      <DisputesCard disputes={page.disputes} at={page.at} />
      {page.isClosed ? <ClosedCard page={page} /> : null}
      {page.isPast && !page.isClosed ? (
        <p>A later month is closed already, and has what was left of this one.</p>
      ) : null}
      {page.assessors.length > 0 ? (
        <Table
          className="table is-rows is-figures"
          caption="To be paid"
          columns={[
            { name: "Assessor", className: "is-name" },
            "Lines",
            { name: "Amount", className: "is-number is-side" },
          ]}
          rows={page.assessors.map(({ id, name, count, amount, isCarried }) => ({
            id,
            cells: [
              <Link to={`/admin/assessors/${id}/pay`}>{name}</Link>,
              `${count === 1 ? "1 line" : `${count} lines`}${isCarried ? ", carried to the next month" : ""}`,
              amount,
            ],
          }))}
        />
      ) : null}
      <Pages at={page.at.assessors} of="assessors" />
      <LinesTable lines={page.lines} caption="Lines" />
      {page.lines.length > 0 ? (
        <p>
          {page.at.lines.count} {page.at.lines.count === 1 ? "line" : "lines"}, {page.linesTotal} in all.
        </p>
      ) : null}
      <Pages at={page.at.lines} of="lines" />
      <ApprovedClaimsTable approved={page.approved} at={page.at} />
      <CloseCard page={page} />
    </Page>
  );
}
