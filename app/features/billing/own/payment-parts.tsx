import { Link } from "react-router";
import { optionsOf, SelectField } from "#app/forms/choice-fields.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Tabs } from "#app/ui/desk.tsx";
import { Table } from "#app/ui/table.tsx";
import { formatShortDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { WAYS, wayOf, whatOf } from "./payment-words.ts";
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

type RecordProps = { today: string; open?: string; look?: "main" | "quiet" };

/** `open` is what is still to pay, in pounds. Without it the payment names its booking, and the form is folded. */
export function RecordPaymentCard({ today, open, look = "main" }: RecordProps) {
  const form = useStepForm<Typed>({
    id: "payment",
    saved: { amount: open ?? "", movedOn: today, way: "bank" },
  });
  const another = form.summary === undefined ? "" : String(form.values.another ?? "");
  const parts = (
    <StepForm form={form} enterIntent="record">
      {open === undefined ? (
        <TextField
          field={fieldOf(form, "reference")}
          label="Booking or invoice"
          hint="The booking’s reference, or the number of its invoice, such as INV-000012. For several: INV-000012 300, INV-000013 295"
          autoComplete="off"
        />
      ) : null}
      <MoneyFields form={form} dayLabel="Day on which it came in" />
      {another ? <input type="hidden" name="another" value={another} /> : null}
      <div className="actions">
        <Button look={look} name="intent" value="record">
          {another ? "Record another" : "Record payment"}
        </Button>
      </div>
    </StepForm>
  );
  if (open !== undefined) return <Card heading="Record a payment">{parts}</Card>;
  return (
    <details className="card" id="record-payment" open={form.summary !== undefined}>
      <summary>
        <h2>Record a payment</h2>
      </summary>
      {parts}
    </details>
  );
}

type RefundProps = { today: string; creditPence: number; dueOn: string; wentBack: string };

export function RefundCard({ today, creditPence, dueOn, wentBack }: RefundProps) {
  const form = useStepForm<Typed & { seenCredit: string }>({
    id: "refund",
    saved: { amount: (creditPence / 100).toFixed(2), movedOn: today, way: "bank" },
  });
  return (
    <Card heading="Record a refund">
      <p className="mb-4">
        The customer has paid too much. Please pay it back by {dueOn}, then record it here. The money itself
        moves at your bank. {wentBack}
      </p>
      <StepForm form={form} enterIntent="refund">
        <input type="hidden" name="seenCredit" value={creditPence} />
        <MoneyFields form={form as unknown as FormState<Typed>} dayLabel="Day on which it was paid back" />
        <div className="actions">
          <Button name="intent" value="refund">
            Record refund
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}

export function MoveCreditCard({ creditPence }: Pick<RefundProps, "creditPence">) {
  const form = useStepForm<{ to: string; amount: string; seenCredit: string }>({
    id: "move",
    saved: { amount: (creditPence / 100).toFixed(2) },
  });
  return (
    <Card heading="Move the credit">
      <p className="mb-4">
        With the customer’s agreement it can pay what is still to pay for another booking, theirs or somebody
        else’s. No money moves at your bank.
      </p>
      <StepForm form={form} enterIntent="move">
        <input type="hidden" name="seenCredit" value={creditPence} />
        <TextField
          field={fieldOf(form, "to")}
          label="To the booking or invoice"
          hint="The booking’s reference, or the number of its invoice"
          autoComplete="off"
        />
        <TextField
          field={fieldOf(form, "amount")}
          label="Amount, in pounds"
          inputMode="decimal"
          className="input is-short"
          autoComplete="off"
        />
        <div className="actions">
          <Button look="quiet" name="intent" value="move">
            Move credit
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}

/** The pages about money; `show` names the one of those at `/admin/payments`. */
export function PaymentTabs({ show, toDo, open, lines }: TabsProps) {
  const isAt = (name: string) => show === name;
  return (
    <Tabs
      label="Payments"
      tabs={[
        { label: "To do", to: PAYMENTS, count: toDo, isExact: true, isCurrent: isAt("to-do") },
        {
          label: "Still to pay",
          to: `${PAYMENTS}?show=open`,
          count: open,
          isExact: true,
          isCurrent: isAt("open"),
        },
        { label: "Bank lines", to: `${PAYMENTS}/bank-file`, count: lines },
        { label: "All payments", to: `${PAYMENTS}?show=all`, isExact: true, isCurrent: isAt("all") },
        { label: "Register", to: `${PAYMENTS}/register` },
        { label: "Statements", to: `${PAYMENTS}/statement` },
      ]}
    />
  );
}

const PAYMENTS = "/admin/payments";
type TabsProps = { show?: string; toDo?: number; open?: number; lines?: number };

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
              <PostForm>
                <input type="hidden" name="payment" value={payment.id} />
                <Button
                  look="quiet"
                  isSmall
                  name="intent"
                  value="undo"
                  aria-label={`Take back: ${what} of ${amount}`}
                >
                  Take back
                </Button>
              </PostForm>
            ),
          ],
        };
      })}
    />
  );
}
