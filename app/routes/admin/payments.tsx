import { Link } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerAnyPayment, readPaymentsPage } from "#app/features/billing/own/payments-page.server.ts";
import {
  CardPaymentsToCheck,
  CardReturns,
  OnTheirWay,
  PaymentsTable,
  RecordPaymentCard,
  RefundsDue,
  ToInvoice,
  WithoutAddress,
} from "#app/features/billing/own/payment-parts.tsx";
import { OpenLinesCard } from "#app/features/billing/bank/bank-parts.tsx";
import { AgeingCard } from "#app/features/billing/own/statement-parts.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Card } from "#app/ui/card.tsx";
import { Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/payments";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  const isPreview = new URL(request.url).searchParams.get("make") === "all";
  return { page: await readPaymentsPage(deps), isPreview, done: answerAnyPayment.said(request) };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireMoneyHandler(context, request);
  return answerAnyPayment({ deps, by, form: await request.formData(), page: "/admin/payments" });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function Payments({ loaderData: { page, isPreview, done } }: Route.ComponentProps) {
  const said = useSaid(done);
  const key = useKeyOf(said);
  return (
    <Page title="Payments">
      <Done text={said} />
      <CardPaymentsToCheck cardPayments={page.cardPayments} />
      <CardReturns returns={page.returns} />
      <OnTheirWay onTheirWay={page.onTheirWay} />
      <RefundsDue refunds={page.refunds} />
      <ToInvoice toInvoice={page.toInvoice} isPreview={isPreview} />
      <WithoutAddress withoutAddress={page.withoutAddress} />
      <OpenLinesCard openLines={page.openLines} />
      <RecordPaymentCard key={key} today={page.today} hasReference />
      <AgeingCard ageing={page.ageing} />
      <Card heading="For the accountant">
        <p>
          <Link to="/admin/payments/register">Register of invoices</Link>: invoices, credit notes and payments
          of a month, with the sums for the VAT return and a file.
        </p>
      </Card>
      <Card heading="Latest payments">
        {page.payments.length === 0 ? (
          <p>Nothing was recorded yet. Of invoices in Xero, payments are recorded there.</p>
        ) : (
          <PaymentsTable payments={page.payments} caption="Newest first" />
        )}
      </Card>
    </Page>
  );
}
