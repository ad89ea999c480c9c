import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { firstLines } from "#app/features/billing/bank/bank-page.server.ts";
import { PaymentsTable, PaymentTabs, RecordPaymentCard } from "#app/features/billing/own/payment-parts.tsx";
import {
  OnTheirWay,
  paymentGroups,
  PaymentQueue,
  ToInvoiceCard,
} from "#app/features/billing/own/payment-queue.tsx";
import { answerAnyPayment, readPaymentsPage } from "#app/features/billing/own/payments-page.server.ts";
import { AgeBar, AgeingCard } from "#app/features/billing/own/statement-parts.tsx";
import { Pages } from "#app/kit/pages-nav.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHead } from "#app/ui/desk.tsx";
import { Page } from "#app/ui/page.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/payments";

const MAX_LINES = 5;
const MAX_LATEST = 5;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  const url = new URL(request.url);
  return {
    page: await readPaymentsPage(deps, url),
    lines: await firstLines(deps, MAX_LINES),
    done: answerAnyPayment.said(request),
    show: url.searchParams.get("show") ?? "to-do",
    only: url.searchParams.get("only"),
    isPreview: url.searchParams.get("make") === "all",
  };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireMoneyHandler(context, request);
  return answerAnyPayment({ deps, by, form: await request.formData(), page: "/admin/payments" });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function Payments({ loaderData }: Route.ComponentProps) {
  const { page, lines, show, only, isPreview } = loaderData;
  const said = useSaid(loaderData.done);
  const key = useKeyOf(said);
  const groups = paymentGroups(page, lines);
  const isAll = show === "all";
  const payments = isAll ? page.payments : page.payments.slice(0, MAX_LATEST);
  return (
    <Page title="Payments" heading={null}>
      <PageHead
        heading="Payments"
        actions={
          <>
            <ButtonLink look="quiet" to="/admin/payments/bank-file">
              Read a bank file
            </ButtonLink>
            {isPreview ? null : (
              <a className="button" href="#payment">
                Record a payment
              </a>
            )}
          </>
        }
      />
      <PaymentTabs
        show={show}
        toDo={groups.reduce((sum, { at }) => sum + at.count, 0)}
        open={page.ageing.customers.at.count}
        lines={page.openLines}
      />
      <Done text={said} />
      {isAll ? null : <AgeBar ageing={page.ageing} inPence={page.inPence} />}
      {show === "open" ? <AgeingCard ageing={page.ageing} /> : null}
      {isPreview ? <ToInvoiceCard toInvoice={page.toInvoice} /> : null}
      {show === "to-do" && !isPreview ? <PaymentQueue groups={groups} only={only} /> : null}
      {show === "to-do" ? <OnTheirWay {...page} /> : null}
      {isPreview ? null : <RecordPaymentCard key={key} today={page.today} />}
      {show === "open" || isPreview ? null : (
        <Card heading={isAll ? "All payments" : "Latest payments"}>
          {payments.length === 0 ? (
            <p>Nothing was recorded yet. Of invoices in Xero, payments are recorded there.</p>
          ) : (
            <PaymentsTable payments={payments} caption="Newest first" />
          )}
          {isAll ? <Pages at={page.at.payments} of="payments" /> : null}
        </Card>
      )}
    </Page>
  );
}
