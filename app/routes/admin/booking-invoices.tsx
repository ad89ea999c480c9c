import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerStaffInvoices, readStaffInvoices } from "#app/features/billing/own/staff-invoices.server.ts";
import {
  CreditCard,
  DisputeCard,
  DocumentsCard,
  NextInvoiceCard,
} from "#app/features/billing/own/staff-invoices.tsx";
import {
  MoveCreditCard,
  PaymentsTable,
  RecordPaymentCard,
  RefundCard,
} from "#app/features/billing/own/payment-parts.tsx";
import { requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import { useActionData } from "react-router";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/booking-invoices";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  const booking = await requireBookingRow(deps, params.bookingId);
  return { page: await readStaffInvoices(deps, booking), done: answerStaffInvoices.said(request) };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireMoneyHandler(context, request);
  const booking = await requireBookingRow(deps, params.bookingId);
  const page = `/admin/bookings/${booking.id}/invoices`;
  return answerStaffInvoices({ deps, by, booking, page, form: await request.formData() });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function BookingInvoices({ loaderData: { page, done } }: Route.ComponentProps) {
  const said = useSaid(done);
  const key = useKeyOf(said);
  const creditPence = page.owed.payBackPence;
  // After a refusal the forms stay, with what was typed: somebody may have restricted the booking since.
  const isRefused = useActionData() !== undefined;
  return (
    <Page title={`Invoices of booking ${page.reference}`}>
      <Done text={said} />
      {page.refusal ? (
        <Alert tone="warning">
          <p>
            {page.refusal}
            {page.isErased
              ? " Money that moved is still recorded, and an invoice credited, both without a note."
              : ""}
          </p>
        </Alert>
      ) : null}
      {page.isOwn ? null : (
        <Alert>
          <p>Invoices of this booking are not made here. Settings, Invoices, says who makes them.</p>
        </Alert>
      )}
      <DocumentsCard page={page} />
      {page.payments.length > 0 ? (
        <Card heading="Payments">
          <PaymentsTable payments={page.payments} caption="In the order in which they were recorded" />
        </Card>
      ) : null}
      {page.refusal && !page.isErased && !isRefused ? null : (
        <>
          {creditPence > 0 ? <RefundCard key={`refund ${key}`} {...page} /> : null}
          {creditPence > 0 && !page.isErased ? (
            <MoveCreditCard key={`move ${key}`} creditPence={creditPence} />
          ) : null}
          {page.account.invoices.length > 0 ? (
            <RecordPaymentCard
              key={`payment ${key}`}
              {...{ today: page.today, openPence: page.owed.toPayPence }}
              look={creditPence > 0 || page.next ? "quiet" : "main"}
            />
          ) : null}
          <NextInvoiceCard key={`next ${key}`} page={page} />
          <CreditCard key={`credit ${key}`} page={page} />
          {page.hasRow && !page.isErased ? <DisputeCard key={`dispute ${key}`} page={page} /> : null}
        </>
      )}
    </Page>
  );
}
