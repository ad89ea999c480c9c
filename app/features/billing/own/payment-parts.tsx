import { Link } from "react-router";
import { optionsOf, SelectField } from "#app/forms/choice-fields.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Table } from "#app/ui/table.tsx";
import { WAYS } from "./payment-words.ts";
import type { PaymentInWords, PaymentsPage } from "./payments-page.server.ts";

type Typed = Record<"reference" | "amount" | "movedOn" | "way" | "note" | "another", string>;

function MoneyFields({ form, dayLabel }: { form: FormState<Typed>; dayLabel: string }) {
  return (
    <>
      <TextField
        field={fieldOf(form, "amount")}
        label="Amount, in pounds"
        hint="Such as 595 or 297.50"
        inputMode="decimal"
        className="input is-short"
        autoComplete="off"
      />
      <TextField field={fieldOf(form, "movedOn")} label={dayLabel} type="date" />
      <SelectField field={fieldOf(form, "way")} label="How" options={optionsOf(WAYS)} />
      <TextField field={fieldOf(form, "note")} label="Note" hint="For the office alone" isOptional />
    </>
  );
}

type RecordProps = { today: string; open?: string; hasReference?: boolean };

/** `open` is what is still to pay, in pounds. */
export function RecordPaymentCard({ today, open = "", hasReference = false }: RecordProps) {
  const form = useStepForm<Typed>({
    id: "payment",
    saved: { amount: open, movedOn: today, way: "bank" },
  });
  const another = form.summary === undefined ? "" : String(form.values.another ?? "");
  return (
    <Card heading="Record a payment">
      <StepForm form={form} enterIntent="record">
        {hasReference ? (
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
          <Button name="intent" value="record">
            {another ? "Record another" : "Record payment"}
          </Button>
        </div>
      </StepForm>
    </Card>
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

type Listed = PaymentInWords & { bookingId?: string; reference?: string };

export function PaymentsTable({ payments, caption }: { payments: readonly Listed[]; caption: string }) {
  const hasBooking = payments.some(({ reference }) => reference !== undefined);
  return (
    <Table
      caption={caption}
      columns={[
        ...(hasBooking ? ["Booking"] : []),
        "Day",
        "What",
        "Amount",
        "How",
        "Recorded by",
        { name: "Mistake?", isNameHidden: true },
      ]}
      rows={payments.map((payment) => ({
        id: payment.id,
        cells: [
          ...(hasBooking
            ? [<Link to={`/admin/bookings/${payment.bookingId}/invoices`}>{payment.reference}</Link>]
            : []),
          payment.day,
          payment.what,
          payment.isUndone ? <del>{payment.amount}</del> : payment.amount,
          <>
            {payment.way}
            {payment.note ? <span className="note block wrap-anywhere">{payment.note}</span> : null}
          </>,
          payment.who,
          payment.isUndone ? (
            <Badge colour="grey">Taken back</Badge>
          ) : (
            <PostForm>
              <input type="hidden" name="payment" value={payment.id} />
              <Button
                look="quiet"
                isSmall
                name="intent"
                value="undo"
                aria-label={`Take back: ${payment.what} of ${payment.amount}`}
              >
                Take back
              </Button>
            </PostForm>
          ),
        ],
      }))}
    />
  );
}

export function RefundsDue({ refunds }: Pick<PaymentsPage, "refunds">) {
  if (refunds.length === 0) return null;
  return (
    <Card heading="Refunds due">
      <ul className="stack">
        {refunds.map(({ bookingId, reference, credit, dueOn, isLate, wentBack }) => (
          <li key={bookingId}>
            <Link to={`/admin/bookings/${bookingId}/invoices`}>{reference}</Link>: {credit} by {dueOn}{" "}
            {isLate ? <Badge colour="red">Late</Badge> : null} {wentBack}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Bookings to invoice. `isPreview` shows each invoice as it would be made, with the button for all. */
export function ToInvoice({
  toInvoice,
  isPreview,
}: Pick<PaymentsPage, "toInvoice"> & { isPreview: boolean }) {
  const form = useStepForm({ id: "to-invoice" });
  const { shown, count, sum } = toInvoice;
  if (count === 0) return null;
  const ready = shown.filter(({ refusal }) => refusal === null);
  const isCut = count > shown.length;
  const each = ready.map(({ id, seen }) => <input key={id} type="hidden" name="seen" value={seen} />);
  const all = isCut ? `these ${ready.length}` : `all ${ready.length}`;
  return (
    <Card heading="Completed and not invoiced in full" className="stack" id="to-invoice">
      <Table
        caption={
          isCut ? `The first ${shown.length} of ${count}, the longest completed first` : `${count} in all`
        }
        columns={["Booking", "What", "Amount", "Due by", { name: "Not needed?", isNameHidden: true }]}
        rows={shown.map((one) => ({
          id: one.id,
          cells: [
            <>
              <Link to={`/admin/bookings/${one.id}/invoices`}>{one.reference}</Link>
              <span className="note block">{one.who}</span>
            </>,
            <>
              {isPreview || one.isOfCharges
                ? one.what
                : one.hasDeposit
                  ? "The rest: a part is invoiced"
                  : "No invoice yet"}
              {one.lacksAddress ? (
                <span className="note block">
                  No address of the buyer, for a VAT invoice over £250.{" "}
                  <Link
                    to={`/admin/bookings/${one.id}/edit/billing`}
                    aria-label={`Enter the address: ${one.reference}`}
                  >
                    Enter the address
                  </Link>
                </span>
              ) : null}
              {one.refusal ? <span className="note block">{one.refusal}</span> : null}
            </>,
            one.amount,
            one.due,
            <PostForm>
              <input type="hidden" name="seen" value={one.seen} />
              <Button
                look="quiet"
                isSmall
                name="intent"
                value="let-be"
                aria-label={`No invoice needed: ${one.reference}`}
              >
                No invoice needed
              </Button>
            </PostForm>,
          ],
        }))}
      />
      {isPreview && ready.length > 0 ? (
        <StepForm form={form} enterIntent={null}>
          {each}
          <p>
            {ready.length === 1 ? "One invoice" : `${ready.length} invoices`}, {sum} together. Each is
            numbered and mailed to its customer. An invoice cannot be changed afterwards, only credited.
          </p>
          <div className="actions">
            <Button name="intent" value="make-invoices">{`Make ${all} invoices`}</Button>
            <Button look="quiet" name="intent" value="let-be">
              {`None of ${all} needs an invoice`}
            </Button>
            <Link to="/admin/payments">Back</Link>
          </div>
        </StepForm>
      ) : null}
      {!isPreview && ready.length > 0 ? (
        <p>
          <ButtonLink look="quiet" to="?make=all#to-invoice">{`Make ${all} invoices`}</ButtonLink>{" "}
          <span className="note">You see each of them first.</span>
        </p>
      ) : null}
    </Card>
  );
}

type Returned = PaymentsPage["returns"][number];

function ReturnForm({ one }: { one: Returned }) {
  const form = useStepForm<{ reason: string }>({ id: `return-${one.id}` });
  const named = (button: string) => `${button}: ${one.reference}, ${one.what}`;
  return (
    <StepForm form={form} enterIntent="return-aside">
      <input type="hidden" name="return" value={one.id} />
      <input type="hidden" name="seen" value={one.seen} />
      {one.canApply ? (
        <>
          <p className="mb-4">{one.same || one.does}</p>
          <TextField field={fieldOf(form, "reason")} label="Reason" hint="Only to set it aside" isOptional />
        </>
      ) : null}
      <div className="actions">
        {one.same ? (
          <Button isSmall name="intent" value="return-recorded" aria-label={named("It is this refund")}>
            It is this refund
          </Button>
        ) : null}
        {one.canApply ? (
          <Button
            isSmall
            look={one.same ? "quiet" : undefined}
            name="intent"
            value="return-apply"
            aria-label={named(one.same ? "Apply as another" : "Apply to the account")}
          >
            {one.same ? "Apply as another" : "Apply to the account"}
          </Button>
        ) : null}
        <Button
          look="quiet"
          isSmall
          name="intent"
          value="return-aside"
          aria-label={named(one.canApply ? "Set aside" : "It is dealt with")}
        >
          {one.canApply ? "Set aside" : "It is dealt with"}
        </Button>
      </div>
    </StepForm>
  );
}

/** Money that went back at the card service, or may. */
export function CardReturns({ returns }: Pick<PaymentsPage, "returns">) {
  if (returns.length === 0) return null;
  return (
    <Card heading="Refunds and disputes at Stripe">
      <p className="mb-4">
        Nothing follows for an account by itself. Disputes are answered at Stripe; what comes of them is shown
        here.
      </p>
      <ul className="stack">
        {returns.map((one) => (
          <li key={one.id} className="stack">
            <p>
              <Link to={`/admin/bookings/${one.bookingId}/invoices`}>{one.reference}</Link>: {one.what}{" "}
              {one.answerBy ? <strong>Answer it by {one.answerBy}.</strong> : null}
              <span className="note block wrap-anywhere">
                {one.on}, {one.vendorId}
              </span>
            </p>
            <ReturnForm key={one.seen} one={one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Payments that take days, such as Bacs Direct Debit. */
export function OnTheirWay({ onTheirWay }: Pick<PaymentsPage, "onTheirWay">) {
  if (onTheirWay.length === 0) return null;
  return (
    <Card heading="Payments on their way">
      <p className="mb-4">Made at Stripe. Nobody is asked to pay again; here is nothing to do.</p>
      <ul className="stack">
        {onTheirWay.map(({ bookingId, reference, amount, since }) => (
          <li key={bookingId}>
            <Link to={`/admin/bookings/${bookingId}/invoices`}>{reference}</Link>: {amount} since {since}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** VAT invoices of organisations with which they cannot reclaim the VAT. */
export function WithoutAddress({ withoutAddress: { shown, count } }: Pick<PaymentsPage, "withoutAddress">) {
  if (count === 0) return null;
  return (
    <Card heading="VAT invoices without the buyer’s address" className="stack">
      <p>
        Over £250, an organisation needs its address on the invoice to reclaim the VAT. Ask for it and enter
        it: the booking is then among the invoices to change.
      </p>
      <ul className="list-disc pl-5">
        {shown.map(({ id, reference, number, who }) => (
          <li key={id}>
            <Link to={`/admin/bookings/${id}/edit/billing`}>{reference}</Link>, {number}, {who}
          </li>
        ))}
      </ul>
      {count > shown.length ? <p className="note">{`The latest ${shown.length} of ${count}.`}</p> : null}
    </Card>
  );
}

/** Paid at the card service, and not booked here. */
export function CardPaymentsToCheck({ cardPayments }: Pick<PaymentsPage, "cardPayments">) {
  if (cardPayments.length === 0) return null;
  return (
    <Card heading="Card payments to check">
      <p className="mb-4">
        Look these up at Stripe. Record the payment here, or pay it back there; then take it from the list.
      </p>
      <ul className="stack">
        {cardPayments.map(({ id, bookingId, reference, vendorId, asked, why }) => (
          <li key={id}>
            <Link to={`/admin/bookings/${bookingId}/invoices`}>{reference}</Link>: {why} We asked for {asked}.{" "}
            <span className="note block wrap-anywhere">{vendorId}</span>
            <PostForm>
              <input type="hidden" name="page" value={id} />
              <Button
                look="quiet"
                isSmall
                name="intent"
                value="card-settled"
                aria-label={`It is dealt with: ${reference}`}
              >
                It is dealt with
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
    </Card>
  );
}
