import { Link } from "react-router";
import { optionsOf, SelectField } from "#app/forms/choice-fields.tsx";
import type { FieldSpec } from "#app/forms/declared-fields.ts";
import { DeclaredFields } from "#app/forms/declared-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { ButtonForm, Submit } from "#app/forms/submit.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Tabs } from "#app/ui/desk.tsx";
import { Table } from "#app/ui/table.tsx";
import { formatLongDate, formatShortDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { WAYS, wayOf, whatOf } from "./payment-words.ts";
import type { StaffInvoices } from "./staff-invoices.server.ts";
import type { PaymentsPage } from "./payments-page.server.ts";

type Typed = Record<"reference" | "amount" | "movedOn" | "way" | "note" | "another", string>;

function MoneyFields({ form, dayLabel }: { form: FormState<Typed>; dayLabel: string }) {
  return (
    <div className="plan-fields">
      <TextField
        field={fieldOf(form, "amount")}
        label="Amount, in pounds"
        hint="Such as 595 or 297.50"
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField field={fieldOf(form, "movedOn")} label={dayLabel} type="date" />
      <SelectField field={fieldOf(form, "way")} label="How" options={optionsOf(WAYS)} />
      <TextField field={fieldOf(form, "note")} label="Note" hint="For the office alone" isOptional />
    </div>
  );
}

type RecordProps = { today: string; openPence?: number; look?: "main" | "quiet" };

/** `openPence` is still to pay. Without it the payment names its booking, and the form is folded. */
export function RecordPaymentCard({ today, openPence, look = "main" }: RecordProps) {
  const saved = { amount: openPence ? inPounds(openPence) : "", movedOn: today, way: "bank" };
  const form = useStepForm<Typed>({ id: "payment", saved });
  const another = form.summary === undefined ? "" : String(form.values.another ?? "");
  const parts = (
    <StepForm form={form} enterIntent="record">
      {openPence === undefined ? (
        <TextField
          field={fieldOf(form, "reference")}
          label="Booking or invoice"
          hint="The booking’s reference, or the number of its invoice, such as INV-000012. For several: INV-000012 300, INV-000013 295"
          autoComplete="off"
        />
      ) : null}
      <MoneyFields form={form} dayLabel="Day on which it came in" />
      {another ? <input type="hidden" name="another" value={another} /> : null}
      <Submit look={look} intent="record">
        {another ? "Record another" : "Record payment"}
      </Submit>
    </StepForm>
  );
  if (openPence !== undefined) return <Card heading="Record a payment">{parts}</Card>;
  return (
    <details className="card" id="record-payment" open={form.summary !== undefined}>
      <summary>
        <h2>Record a payment</h2>
      </summary>
      {parts}
    </details>
  );
}

const inPounds = (pence: number) => (pence / 100).toFixed(2);

type RefundProps = Pick<StaffInvoices, "today" | "owed" | "wentBack">;

export function RefundCard({ today, owed: { payBackPence, payBackBy }, wentBack }: RefundProps) {
  const saved = { amount: inPounds(payBackPence), movedOn: today, way: "bank" };
  const form = useStepForm<Typed>({ id: "refund", saved });
  return (
    <Card heading="Record a refund">
      <p className="mb-4">
        The customer has paid too much. Please pay it back by {formatLongDate(payBackBy!)}, then record it
        here. The money itself moves at your bank. {wentBack}
      </p>
      <StepForm form={form} enterIntent="refund">
        <input type="hidden" name="seenCredit" value={payBackPence} />
        <MoneyFields form={form} dayLabel="Day on which it was paid back" />
        <Submit intent="refund">Record refund</Submit>
      </StepForm>
    </Card>
  );
}

const MOVE_FIELDS: FieldSpec[] = [
  {
    name: "to",
    kind: "line",
    label: "To the booking or invoice",
    hint: "The booking’s reference, or the number of its invoice",
  },
  { name: "amount", kind: "pounds", label: "Amount, in pounds" },
];

export function MoveCreditCard({ creditPence }: { creditPence: number }) {
  const saved = { amount: inPounds(creditPence) };
  const form = useStepForm<Record<string, string>>({ id: "move", saved });
  return (
    <Card heading="Move the credit">
      <p className="mb-4">
        With the customer’s agreement it can pay what is still to pay for another booking, theirs or somebody
        else’s. No money moves at your bank.
      </p>
      <StepForm form={form} enterIntent="move">
        <input type="hidden" name="seenCredit" value={creditPence} />
        <DeclaredFields form={form} specs={MOVE_FIELDS} />
        <Submit look="quiet" intent="move">
          Move credit
        </Submit>
      </StepForm>
    </Card>
  );
}

const PAYMENTS = "/admin/payments";
type TabsProps = { show?: string; toDo?: number; open?: number; lines?: number };

/** The pages about money; `show` names the one of those at `/admin/payments`. */
export function PaymentTabs({ show, toDo, open, lines }: TabsProps) {
  const shown = (name: string) => ({ isExact: true, isCurrent: show === name });
  return (
    <Tabs
      label="Payments"
      tabs={[
        { label: "To do", to: PAYMENTS, count: toDo, ...shown("to-do") },
        { label: "Still to pay", to: `${PAYMENTS}?show=open`, count: open, ...shown("open") },
        { label: "Bank lines", to: `${PAYMENTS}/bank-file`, count: lines },
        { label: "All payments", to: `${PAYMENTS}?show=all`, ...shown("all") },
        { label: "Register", to: `${PAYMENTS}/register` },
        { label: "Statements", to: `${PAYMENTS}/statement` },
      ]}
    />
  );
}

type Recorded = PaymentsPage["payments"][number];
type Listed = Omit<Recorded, "reference" | "who"> & Partial<Pick<Recorded, "reference" | "who">>;

/** Payments and refunds, each with the button that takes it back. */
export function PaymentsTable({ payments, caption }: { payments: readonly Listed[]; caption: string }) {
  const hasBooking = payments.some(({ reference }) => reference !== undefined);
  return (
    <Table
      className="table is-rows is-figures"
      caption={caption}
      columns={[
        ...(hasBooking ? [{ name: "Booking", className: "is-name" }] : []),
        { name: "What", className: hasBooking ? undefined : "is-name" },
        { name: "Recorded by", className: "is-wide-only" },
        { name: "Day", className: "is-side" },
        { name: "Amount", className: "is-number is-side" },
        { name: "Mistake?", isNameHidden: true, className: "is-number is-side" },
      ]}
      rows={payments.map((payment) => {
        const amount = formatPoundsAndPence(Math.abs(payment.pence));
        const what = whatOf(payment);
        return {
          id: payment.id,
          cells: [
            ...(hasBooking
              ? [
                  <Link to={`/admin/bookings/${payment.booking_id}/invoices`}>
                    {payment.who} <span className="note inline-block">{payment.reference}</span>
                  </Link>,
                ]
              : []),
            <>
              {what}
              <span className="note block wrap-anywhere">
                {[wayOf(payment), payment.note].filter(Boolean).join(": ")}
              </span>
            </>,
            payment.recordedBy,
            formatShortDate(payment.moved_on),
            payment.undone_at ? <del>{amount}</del> : amount,
            payment.undone_at ? (
              <Badge colour="grey">Taken back</Badge>
            ) : (
              <ButtonForm
                fields={{ payment: payment.id }}
                value="undo"
                aria-label={`Take back: ${what} of ${amount}`}
              >
                Take back
              </ButtonForm>
            ),
          ],
        };
      })}
    />
  );
}
