import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  answerStaffInvoices,
  readStaffInvoices,
  type StaffInvoices,
} from "#app/features/billing/own/staff-invoices.server.ts";
import {
  MoveCreditCard,
  PaymentsTable,
  RecordPaymentCard,
  RefundCard,
} from "#app/features/billing/own/payment-parts.tsx";
import { requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import { useActionData, Link } from "react-router";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/booking-invoices";
import { RadioGroup } from "#app/forms/choice-fields.tsx";
import { DeclaredForm } from "#app/forms/declared-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence as money } from "#app/platform/money.ts";
import { Facts, Sums } from "#app/ui/lists.tsx";
import { List, type ListColumn } from "#app/ui/list.tsx";
import type { CreditSchema, IssueSchema } from "#app/features/billing/own/issue-schemas.ts";

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

const DOCUMENT_COLUMNS: ListColumn<StaffInvoices["documents"][number]>[] = [
  {
    name: "Number",
    place: "name",
    cell: ({ id, number }) => <a href={`/admin/invoices/${id}`}>{number}</a>,
  },
  {
    name: "What",
    cell: (one) => (
      <>
        {one.series === "INV" ? "Invoice" : "Credit note"}
        {one.for ? ` for ${one.for}` : ""}
        {one.note ? <span className="note block whitespace-pre-line">{one.note}</span> : null}
      </>
    ),
  },
  { name: "Date", cell: ({ issuedOn }) => formatLongDate(issuedOn) },
  { name: "By", cell: ({ who }) => who },
  { name: "Amount", place: "number", cell: ({ totalPence }) => money(totalPence) },
];

function DocumentsCard({ page: { documents, account, owed } }: { page: StaffInvoices }) {
  if (documents.length === 0) return <p>No invoice was made here for this booking yet.</p>;
  const { onItsWay, payBackPence } = owed;
  return (
    <Card heading="Invoices and credit notes" className="stack">
      <List
        caption="In the order in which they were issued"
        columns={DOCUMENT_COLUMNS}
        rows={documents}
        empty={{ heading: "No invoice was made here for this booking yet" }}
      />
      <Facts
        rows={[
          ["Invoiced", money(account.invoicedPence)],
          account.creditedPence > 0 && ["Credited", money(account.creditedPence)],
          ["Paid", money(account.receivedPence - account.refundedPence)],
          onItsWay && ["On its way", `${money(onItsWay.pence)} since ${formatLongDate(onItsWay.on)}`],
          payBackPence > 0
            ? ["Paid too much", money(payBackPence)]
            : ["Still to pay", money(owed.toPayPence)],
        ]}
      />
    </Card>
  );
}

function NextInvoiceCard({ page }: { page: StaffInvoices }) {
  const form = useStepForm<typeof IssueSchema>({ id: "issue" });
  const { next, state } = page;
  if (!next) return null;
  const { rateChange, sums, lines } = next;
  const billing = `/admin/bookings/${page.id}/edit/billing`;
  return (
    <Card heading={page.documents.length === 0 ? "The invoice" : "A further invoice"} className="stack">
      <p>
        This is what the customer gets, with a mail that leads to it. It is due by{" "}
        {formatLongDate(next.dueOn)}. Once issued, it cannot be changed, only credited.
      </p>
      <Sums
        rows={[
          ...lines.map(({ description, grossPence }) => ({ name: description, value: money(grossPence) })),
          ...(lines.some(({ vatRate }) => vatRate > 0)
            ? [{ name: "VAT within it", value: money(sums.vatPence) }]
            : []),
          { name: "Total", value: money(sums.totalPence), kind: "total" as const },
        ]}
      />
      {next.lacksAddress ? (
        <p className="note">
          A VAT invoice over £250 has its buyer’s address, and this booking has none. A business needs it to
          reclaim the VAT. <Link to={billing}>Enter the billing address</Link>
        </p>
      ) : null}
      {page.waits ? (
        <p className="note">
          {page.waits} <Link to={billing}>Enter the PO number</Link>
        </p>
      ) : (
        <StepForm form={form}>
          <input type="hidden" name="seen" value={state} />
          {rateChange ? (
            <RadioGroup
              field={fieldOf(form, "keep") as never}
              label={`The VAT rate was ${rateChange.from}% when the booking was made, and is ${rateChange.to}% for this invoice. Which price stays?`}
              options={[
                { value: "gross", label: `The price with VAT: ${money(rateChange.grossStaysPence)}` },
                {
                  value: "net",
                  label: `The price without VAT: ${money(rateChange.netStaysPence)} with VAT`,
                  hint: "The booking gets this price.",
                },
              ]}
            />
          ) : null}
          <Submit look={page.owed.payBackPence > 0 ? "quiet" : "main"} intent="invoice">
            Issue invoice
          </Submit>
        </StepForm>
      )}
    </Card>
  );
}

function CreditCard({ page: { creditable, tooMuch, state } }: { page: StaffInvoices }) {
  const form = useStepForm<typeof CreditSchema>({
    id: "credit",
    saved: { invoice: creditable.at(-1)?.id ?? "", amount: tooMuch },
  });
  if (creditable.length === 0) return null;
  return (
    <Card heading="A credit note">
      <StepForm form={form} enterIntent="credit">
        <input type="hidden" name="seen" value={state} />
        <RadioGroup
          field={fieldOf(form, "invoice")}
          label="For which invoice?"
          options={creditable.map(({ id, number, leftPence }) => ({
            value: id,
            label: number,
            hint: `${money(leftPence)} of it can be credited`,
          }))}
        />
        <TextField
          field={fieldOf(form, "amount") as never}
          label="Amount with VAT, in pounds"
          hint={
            tooMuch ? `£${tooMuch} is invoiced more than the booking comes to now.` : "Such as 70 or 70.50"
          }
          inputMode="decimal"
          className="input is-short"
          autoComplete="off"
        />
        <TextArea
          field={fieldOf(form, "reason")}
          label="Reason"
          hint="It is printed on the credit note. Leave the client’s name and health out."
          rows={2}
        />
        <Submit look="quiet" intent="credit">
          Issue credit note
        </Submit>
      </StepForm>
    </Card>
  );
}

/** The customer says that the invoice is wrong: until that is settled, nobody is reminded of it. */
function DisputeCard({ page: { dispute, disputeForm } }: { page: StaffInvoices }) {
  const form = useStepForm({ id: "dispute-form" });
  if (!dispute)
    return (
      <Card heading="Does the customer dispute it?">
        <DeclaredForm shown={disputeForm} />
      </Card>
    );
  return (
    <Card heading="Disputed by the customer">
      <p>Since {formatLongDate(dispute.on)}. No reminder is sent.</p>
      <p className="mt-3 whitespace-pre-line wrap-anywhere">{dispute.reason}</p>
      <StepForm form={form} enterIntent={null}>
        <Submit look="quiet" intent="settle">
          It is settled
        </Submit>
      </StepForm>
    </Card>
  );
}

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
              today={page.today}
              openPence={page.owed.toPayPence}
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
