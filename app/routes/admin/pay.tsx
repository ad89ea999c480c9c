import { Link } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerPayPage, monthAsked, readPayPage } from "#app/features/pay/pay-pages.server.ts";
import { ApprovedClaimsTable, OpenClaimsCard } from "#app/features/pay/claims-parts.tsx";
import { CloseCard, ClosedCard, DisputesCard, LinesTable } from "#app/features/pay/pay-parts.tsx";
import { Pages } from "#app/kit/pages-nav.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/pay";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  const url = new URL(request.url);
  return { page: await readPayPage(deps, monthAsked(deps, url), url) };
}

export const action = once(async ({ request, context, url }: Route.ActionArgs) => {
  const { deps, by } = await requireMoneyHandler(context, request);
  return answerPayPage({ deps, by, form: await request.formData(), url });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const DONE = {
  closed: "The month was closed. Each assessor gets an email with their statement.",
  paid: "The statements are marked as paid.",
  answered: "The answer is on the assessor’s page, and the line goes on. They get an email.",
  approve: "It was approved, and is in the next statement.",
  refuse: "It was refused. The assessor gets an email.",
  reopen: "It waits for a decision again.",
};

export default function Pay({ loaderData: { page } }: Route.ComponentProps) {
  const said = useDone(DONE);
  return (
    <Page title={`Pay of ${page.name}`}>
      <Done text={said} />
      <nav aria-label="Months" className="actions no-print">
        <Link rel="prev" to={`/admin/pay?month=${page.before}`}>
          Month before
        </Link>
        <Link rel="next" to={`/admin/pay?month=${page.after}`}>
          Next month
        </Link>
        <Link to="/admin/pay/rules">Rules of pay</Link>
      </nav>
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
          caption="To be paid"
          columns={["Assessor", "Lines", "Amount"]}
          rows={page.assessors.map(({ id, name, count, amount, isCarried }) => ({
            id,
            cells: [
              <Link to={`/admin/assessors/${id}/pay`}>{name}</Link>,
              count,
              isCarried ? `${amount}, carried to the next month` : amount,
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
