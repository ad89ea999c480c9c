import { Link } from "react-router";
import { RadioGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts, Sums } from "#app/ui/lists.tsx";
import { List, type ListColumn } from "#app/ui/list.tsx";
import type { DisputeSchema } from "../dispute-invoice.server.ts";
import type { CreditSchema, IssueSchema } from "./issue-schemas.ts";
import type { StaffInvoices } from "./staff-invoices.server.ts";

const DOCUMENT_COLUMNS: ListColumn<StaffInvoices["documents"][number]>[] = [
  { name: "Number", place: "name", cell: ({ path, number }) => <a href={path}>{number}</a> },
  {
    name: "What",
    cell: (one) => (
      <>
        {one.for ? `${one.what} for ${one.for}` : one.what}
        {one.note ? <span className="note block whitespace-pre-line">{one.note}</span> : null}
      </>
    ),
  },
  { name: "Date", cell: ({ issued }) => issued },
  { name: "By", cell: ({ who }) => who },
  { name: "Amount", place: "number", cell: ({ amount }) => amount },
];

export function DocumentsCard({ page }: { page: StaffInvoices }) {
  const { documents, sums } = page;
  if (documents.length === 0) return <p>No invoice was made here for this booking yet.</p>;
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
          ["Invoiced", sums.invoiced],
          sums.credited !== null && ["Credited", sums.credited],
          ["Paid", sums.paid],
          sums.onItsWay !== null && ["On its way", sums.onItsWay],
          sums.credit === null ? ["Still to pay", sums.open] : ["Paid too much", sums.credit],
        ]}
      />
    </Card>
  );
}

export function NextInvoiceCard({ page }: { page: StaffInvoices }) {
  const form = useStepForm<typeof IssueSchema>({ id: "issue" });
  const { next, state } = page;
  if (!next) return null;
  return (
    <Card heading={page.documents.length === 0 ? "The invoice" : "A further invoice"} className="stack">
      <p>
        This is what the customer gets, with a mail that leads to it. It is due by {next.dueOn}. Once issued,
        it cannot be changed, only credited.
      </p>
      <Sums
        rows={[
          ...next.lines.map(({ description, amount }) => ({ name: description, value: amount })),
          ...(next.hasVat ? [{ name: "VAT within it", value: next.vat }] : []),
          { name: "Total", value: next.total, kind: "total" as const },
        ]}
      />
      {next.lacksAddress ? (
        <p className="note">
          A VAT invoice over £250 has its buyer’s address, and this booking has none. A business needs it to
          reclaim the VAT.{" "}
          <Link to={`/admin/bookings/${page.id}/edit/billing`}>Enter the billing address</Link>
        </p>
      ) : null}
      {page.waits ? (
        <p className="note">
          {page.waits} <Link to={`/admin/bookings/${page.id}/edit/billing`}>Enter the PO number</Link>
        </p>
      ) : (
        <StepForm form={form}>
          <input type="hidden" name="seen" value={state} />
          {next.rateChange ? (
            <RadioGroup
              field={fieldOf(form, "keep") as never}
              label={`The VAT rate was ${next.rateChange.from}% when the booking was made, and is ${next.rateChange.to}% for this invoice. Which price stays?`}
              options={[
                { value: "gross", label: `The price with VAT: ${next.rateChange.gross}` },
                {
                  value: "net",
                  label: `The price without VAT: ${next.rateChange.net} with VAT`,
                  hint: "The booking gets this price.",
                },
              ]}
            />
          ) : null}
          <div className="actions">
            <Button look={page.refund ? "quiet" : "main"} name="intent" value="invoice">
              Issue invoice
            </Button>
          </div>
        </StepForm>
      )}
    </Card>
  );
}

export function CreditCard({ page }: { page: StaffInvoices }) {
  const { creditable, tooMuch, state } = page;
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
          options={creditable.map(({ id, number, left }) => ({
            value: id,
            label: number,
            hint: `${left} of it can be credited`,
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
        <div className="actions">
          <Button look="quiet" name="intent" value="credit">
            Issue credit note
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}

/** The customer says that the invoice is wrong: until that is settled, nobody is reminded of it. */
export function DisputeCard({ page }: { page: StaffInvoices }) {
  const form = useStepForm<typeof DisputeSchema>({ id: "dispute-form" });
  const { dispute } = page;
  if (dispute)
    return (
      <Card heading="Disputed by the customer">
        <p>Since {dispute.since}. No reminder is sent.</p>
        <p className="mt-3 whitespace-pre-line wrap-anywhere">{dispute.reason}</p>
        <StepForm form={form} enterIntent={null}>
          <div className="actions">
            <Button look="quiet" name="intent" value="settle">
              It is settled
            </Button>
          </div>
        </StepForm>
      </Card>
    );
  return (
    <Card heading="Does the customer dispute it?">
      <StepForm form={form} enterIntent="dispute">
        <TextArea
          field={fieldOf(form, "dispute")}
          label="What the customer says"
          hint="For the office alone. Until it is settled, no reminder is sent."
          rows={2}
        />
        <div className="actions">
          <Button look="quiet" name="intent" value="dispute">
            Send no reminders
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}
