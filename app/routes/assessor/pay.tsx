import { Link } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerOwnPay, readOwnPay } from "#app/features/pay/pay-pages.server.ts";
import {
  DisputeCard,
  LinesTable,
  OfBooking,
  RulesTable,
  StatementsTable,
} from "#app/features/pay/pay-parts.tsx";
import { Pages } from "#app/kit/pages-nav.tsx";
import { formatMonth } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { claimAmount, ClaimStateOf, ClaimWhat } from "#app/features/pay/claims-parts.tsx";
import { DataTable } from "#app/ui/list.tsx";
import { Page } from "#app/ui/page.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/pay";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireAssessor(context, request);
  return {
    page: await readOwnPay(deps, user.userId, new URL(request.url)),
    done: answerOwnPay.said(request),
  };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAssessor(context, request);
  return answerOwnPay({ deps, by, form: await request.formData(), page: "/assessor/pay" });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function OwnPay({ loaderData: { page, done } }: Route.ComponentProps) {
  const said = useSaid(done);
  const key = useKeyOf(said);
  const month = formatMonth(page.month);
  const isEmpty = page.ready.rows.length + page.disputed.length + page.coming.rows.length === 0;
  return (
    <Page title="Your pay">
      <Done text={said} />
      {isEmpty ? (
        <p>Nothing is open in {month}.</p>
      ) : (
        <p className="lead">
          {formatPoundsAndPence(page.totalPence)} is due in {month}, without VAT.
        </p>
      )}
      <LinesTable lines={page.ready.rows} caption="In the next statement" />
      <Pages at={page.ready.at} of="lines of the next statement" />
      <LinesTable lines={page.disputed} caption="Waiting for the office’s answer" />
      <LinesTable lines={page.coming.rows} caption="Earned, and not due yet" />
      <Pages at={page.coming.at} of="lines that are not due yet" />
      {page.claims.rows.length > 0 ? (
        <DataTable
          className="table is-rows is-figures"
          caption="Miles and expenses that wait, or were refused"
          columns={[
            {
              name: "Booking",
              place: "name",
              cell: (claim) => (
                <Link to={`/assessor/visits/${claim.visitId}/expenses`}>
                  <OfBooking line={claim} />
                </Link>
              ),
            },
            { name: "What", cell: (claim) => <ClaimWhat claim={claim} /> },
            { name: "State", cell: (claim) => <ClaimStateOf claim={claim} /> },
            { name: "Amount", place: "number", cell: claimAmount },
          ]}
          rows={page.claims.rows}
        />
      ) : null}
      <Pages at={page.claims.at} of="claims" />
      <DisputeCard key={key} lines={page.sayable} />
      {page.answers.rows.length > 0 ? (
        <Card heading="Answers of the office">
          <ul className="stack">
            {page.answers.rows.map(({ id, text, answer, ...of }) => (
              <li key={id} className="wrap-anywhere">
                <OfBooking line={of} />: “{text}” – {answer}
              </li>
            ))}
          </ul>
          <Pages at={page.answers.at} of="answers" />
        </Card>
      ) : null}
      {page.statements.length > 0 ? (
        <StatementsTable statements={page.statements} to="/assessor/pay" />
      ) : null}
      <details className="card">
        <summary>
          <h2>What is agreed</h2>
        </summary>
        <RulesTable rules={page.rules} />
      </details>
    </Page>
  );
}
