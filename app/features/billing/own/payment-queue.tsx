import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { ButtonForm } from "#app/forms/submit.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import type { PageAt } from "#app/kit/pages.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { counted } from "#app/platform/counted.ts";
import { formatDate, formatLongDate, formatShortDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { DeskIconName } from "#app/ui/desk-icon.tsx";
import { Late, QueueGroup, QueueRow } from "#app/ui/desk.tsx";
import { Table } from "#app/ui/table.tsx";
import type { ShownLine } from "../bank/bank-page.server.ts";
import { MAX_ROWS, WHY_TO_CHECK } from "./payment-words.ts";
import type { PaymentsPage } from "./payments-page.server.ts";

const BANK = "/admin/payments/bank-file";
const URGENT = ["refund", "card", "stripe"];
const DAY_MS = 86_400_000;
const money = formatPoundsAndPence;
const invoicesOf = (bookingId: string) => `/admin/bookings/${bookingId}/invoices`;

const billingOf = (bookingId: string) => `/admin/bookings/${bookingId}/edit/billing`;

type Of = { id: string; reference: string };

const Booking = ({ id, reference }: Of) => (
  <Link discover="none" className="inline-block" to={invoicesOf(id)}>
    {reference}
  </Link>
);

/** The details of a row, after the reference of its booking. */
const about = (booking: Of, words: ReactNode) => (
  <>
    <Booking {...booking} />
    {words}
  </>
);

const rowLink = (to: string, button: string, reference: string) => (
  <ButtonLink discover="none" look="quiet" isSmall to={to} aria-label={`${button}: ${reference}`}>
    {button}
  </ButtonLink>
);

function untilWords(day: IsoDate, today: IsoDate) {
  const left = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
  if (left === 0) return "today";
  return left > 0 ? `${counted(left, "day")} left` : `${counted(-left, "day")} late`;
}

type Row = { key: string } & Pick<
  ComponentProps<typeof QueueRow>,
  "title" | "detail" | "when" | "isLate" | "action"
>;
type Group = {
  id: string;
  heading: string;
  icon: DeskIconName;
  at: PageAt;
  isLate?: boolean;
  note?: ReactNode;
  action?: ReactNode;
  rows: Row[];
};

/** Everything about money that waits for somebody, by its kind. */
export function paymentGroups(page: PaymentsPage, lines: readonly ShownLine[]): Group[] {
  const { today, toInvoice, withoutAddress, ageing } = page;
  const ready = toInvoice.shown.filter(({ refusal }) => refusal === null);
  const overdue = (invoice: (typeof ageing.overdue.rows)[number]): Row => {
    const { bookingId: id, reference, number, organisation, name, disputedOn } = invoice;
    const words = [number, organisation ? name : ""].filter(Boolean).join(" · ");
    return {
      key: id,
      title: `${money(invoice.openPence)} · ${organisation || name}`,
      detail: about({ id, reference }, ` · ${words}`),
      when: disputedOn ? `since ${formatShortDate(disputedOn)}` : untilWords(invoice.dueOn, today),
      isLate: disputedOn === null,
      action: rowLink(invoicesOf(id), "Open", reference),
    };
  };
  const groups: Group[] = [
    {
      id: "refund",
      heading: "Refunds due",
      icon: "pound",
      at: page.at.refunds,
      isLate: page.refunds.some(({ isLate }) => isLate),
      rows: page.refunds.map(({ bookingId: id, reference, who, pence, dueOn, isLate, wentBack }) => ({
        key: id,
        title: `Refund ${money(pence)} to ${who}`,
        detail: about(
          { id, reference },
          <>
            {` · by ${formatDate(dueOn)} `}
            {isLate ? <Late>Late</Late> : null} {wentBack}
          </>,
        ),
        when: untilWords(dueOn, today),
        isLate,
        action: rowLink(`${invoicesOf(id)}#refund`, "Record refund", reference),
      })),
    },
    {
      id: "card",
      heading: "Card payments to check",
      icon: "card",
      at: page.at.cardPayments,
      note: "Look these up at Stripe. Record the payment here, or pay it back there; then take it from the list.",
      rows: page.cardPayments.map(({ id, booking_id, reference, who, pence, state, vendor_id }) => ({
        key: id,
        title: `${money(pence)} · ${who}`,
        detail: about(
          { id: booking_id, reference },
          <>
            {` · ${WHY_TO_CHECK[state]} We asked for ${money(pence)}. `}
            <span className="wrap-anywhere">{vendor_id}</span>
          </>,
        ),
        action: (
          <ButtonForm
            fields={{ page: id }}
            value="card-settled"
            aria-label={`It is dealt with: ${reference}`}
          >
            It is dealt with
          </ButtonForm>
        ),
      })),
    },
    {
      id: "stripe",
      heading: "Refunds and disputes at Stripe",
      icon: "card",
      at: page.at.returns,
      note: "Nothing follows for an account by itself. Disputes are answered at Stripe; what comes of them is shown here.",
      rows: page.returns.map((one) => ({
        key: one.id,
        title: one.what,
        detail: (
          <>
            {one.who} · <Booking id={one.bookingId} reference={one.reference} />{" "}
            {one.answerBy ? <Late>Answer it by {one.answerBy}.</Late> : null}{" "}
            <span className="wrap-anywhere">{one.vendorId}</span>
          </>
        ),
        when: one.on,
        action: <ReturnForm key={one.seen} one={one} />,
      })),
    },
    {
      id: "bank",
      heading: "From the bank",
      icon: "card",
      at: { name: "bank", page: 1, size: MAX_ROWS, count: page.openLines },
      action: page.openLines > MAX_ROWS ? <Link to={BANK}>{`All ${page.openLines}`}</Link> : null,
      rows: lines.map(({ id, pence, day, words, why, booking, seen, kind }) => {
        const line = `${money(pence)} on ${formatShortDate(day)}`;
        const own = { list: "sure", line: id, [`for-${id}`]: booking?.reference ?? "", [`seen-${id}`]: seen };
        return {
          key: id,
          title: `${money(pence)} · ${words}`,
          detail: (
            <>
              {why || "Neither reference, name nor amount fits."} {booking ? <Booking {...booking} /> : null}
            </>
          ),
          when: formatShortDate(day),
          action:
            kind === "sure" && booking ? (
              <ButtonForm
                action={BANK}
                fields={own}
                value="book"
                aria-label={`Book it: ${line} for ${booking.reference}`}
              >
                Book it
              </ButtonForm>
            ) : (
              rowLink(`${BANK}?line=${id}#line-${id}`, "Choose", line)
            ),
        };
      }),
    },
    {
      id: "to-invoice",
      heading: "Completed and not invoiced in full",
      icon: "report",
      at: toInvoice.at,
      action: ready.length > 0 ? <Link to="?make=all#to-invoice">{makeAll(toInvoice)}</Link> : null,
      rows: toInvoice.shown.map((one) => ({
        key: one.id,
        title: `${money(one.pence)} · ${one.who}`,
        detail: about(
          one,
          [
            "",
            one.isOfCharges ? one.what : one.hasDeposit ? "The rest: a part is invoiced" : "No invoice yet",
            ...(one.lacksAddress ? ["without the buyer’s address"] : []),
            ...(one.refusal ? [one.refusal] : []),
          ].join(" · "),
        ),
        when: one.dueOn && `due by ${formatShortDate(one.dueOn)}`,
        action: (
          <>
            <LetBe one={one} />
            {rowLink(invoicesOf(one.id), "Make invoice", one.reference)}
          </>
        ),
      })),
    },
    {
      id: "address",
      heading: "VAT invoices without the buyer’s address",
      icon: "report",
      at: withoutAddress.at,
      note: "Over £250, an organisation needs its address on the invoice to reclaim the VAT. Ask for it and enter it: the booking is then among the invoices to change.",
      rows: withoutAddress.shown.map(({ id, reference, number, who }) => ({
        key: id,
        title: who,
        detail: about({ id, reference }, ` · ${number}`),
        action: rowLink(billingOf(id), "Enter the address", reference),
      })),
    },
    {
      id: "disputed",
      heading: "Disputed by the customer",
      icon: "people",
      at: ageing.disputed.at,
      rows: ageing.disputed.rows.map(overdue),
    },
    {
      id: "overdue",
      heading: "Invoices overdue",
      icon: "clock",
      isLate: true,
      at: ageing.overdue.at,
      rows: ageing.overdue.rows.map(overdue),
    },
  ];
  return groups.filter(({ at }) => at.count > 0);
}

/** Things that wait, each with its button. `only` names the kind of which all are shown. */
export function PaymentQueue({ groups, only }: { groups: readonly Group[]; only: string | null }) {
  const isWhole = (id: string) => id === only || URGENT.includes(id);
  const shown = groups.some(({ id }) => id === only) ? groups.filter(({ id }) => id === only) : groups;
  return (
    <section aria-labelledby="to-do" className="card queue-card">
      <h2 id="to-do" className="sr-only">
        To do
      </h2>
      {shown.length === 0 ? (
        <p>Nothing waits for you. What came in is recorded below, or read from the bank’s file.</p>
      ) : null}
      {shown.map(({ id, heading, at, icon, isLate, note, action, rows }) => (
        <QueueGroup
          key={id}
          heading={heading}
          note={note}
          count={at.count}
          isLate={isLate ?? false}
          action={
            <span className="queue-act">
              {action}
              {id === only ? (
                <Link to="/admin/payments">Everything to do</Link>
              ) : at.count > MAX_ROWS && id !== "bank" && !isWhole(id) ? (
                <Link to={`?only=${id}`} aria-label={`All ${at.count}: ${heading}`}>{`All ${at.count}`}</Link>
              ) : null}
            </span>
          }
          pages={
            isWhole(id) && at.count > at.size ? (
              <Pages at={at} of={heading.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())} />
            ) : null
          }
        >
          {(isWhole(id) ? rows : rows.slice(0, MAX_ROWS)).map(({ key, ...row }) => (
            <QueueRow key={key} icon={icon} {...row} />
          ))}
        </QueueGroup>
      ))}
    </section>
  );
}

type ToInvoice = PaymentsPage["toInvoice"];

function makeAll({ shown, at }: ToInvoice) {
  const ready = shown.filter(({ refusal }) => refusal === null).length;
  return `Make ${at.count > shown.length ? "these" : "all"} ${ready} invoices`;
}

function LetBe({ one }: { one: ToInvoice["shown"][number] }) {
  return (
    <PostForm>
      <input type="hidden" name="seen" value={one.seen} />
      <button
        className="link-button note"
        name="intent"
        value="let-be"
        aria-label={`No invoice needed: ${one.reference}`}
      >
        No invoice needed
      </button>
    </PostForm>
  );
}

/** Each invoice as it would be made, with the button for all. */
export function ToInvoiceCard({ toInvoice }: { toInvoice: ToInvoice }) {
  const form = useStepForm({ id: "to-invoice" });
  const { shown, at, sumPence } = toInvoice;
  if (at.count === 0) return null;
  const ready = shown.filter(({ refusal }) => refusal === null);
  const all = `${at.count > shown.length ? "these" : "all"} ${ready.length}`;
  return (
    <Card heading="Completed and not invoiced in full" className="stack" id="to-invoice">
      <Table
        className="table is-rows is-figures"
        caption={`${at.count} in all, the longest completed first`}
        columns={[
          { name: "Booking", className: "is-name" },
          "What",
          { name: "Due by", className: "is-side" },
          { name: "Amount", className: "is-number is-side" },
          { name: "Not needed?", isNameHidden: true, className: "is-number is-side" },
        ]}
        rows={shown.map((one) => ({
          id: one.id,
          cells: [
            <>
              {one.who} <Booking id={one.id} reference={one.reference} />
            </>,
            <>
              {one.what}
              {one.lacksAddress ? (
                <span className="note block">
                  No address of the buyer, for a VAT invoice over £250.{" "}
                  <Link to={billingOf(one.id)} aria-label={`Enter the address: ${one.reference}`}>
                    Enter the address
                  </Link>
                </span>
              ) : null}
              {one.refusal ? <span className="note block">{one.refusal}</span> : null}
            </>,
            one.dueOn && formatLongDate(one.dueOn),
            money(one.pence),
            <LetBe one={one} />,
          ],
        }))}
      />
      <Pages at={at} of="bookings" />
      {ready.length > 0 ? (
        <StepForm form={form} enterIntent={null}>
          {ready.map(({ id, seen }) => (
            <input key={id} type="hidden" name="seen" value={seen} />
          ))}
          <p>
            {ready.length === 1 ? "One invoice" : `${ready.length} invoices`}, {money(sumPence)} together.
            Each is numbered and mailed to its customer. An invoice cannot be changed afterwards, only
            credited.
          </p>
          <div className="actions">
            <Button intent="make-invoices">{makeAll(toInvoice)}</Button>
            <Button look="quiet" intent="let-be">
              {`None of ${all} needs an invoice`}
            </Button>
            <Link to="/admin/payments">Back</Link>
          </div>
        </StepForm>
      ) : null}
    </Card>
  );
}

function ReturnForm({ one }: { one: PaymentsPage["returns"][number] }) {
  const form = useStepForm<{ reason: string }>({ id: `return-${one.id}` });
  const button = (label: string, value: string, look?: "quiet") => (
    <Button isSmall look={look} intent={value} aria-label={`${label}: ${one.reference}, ${one.what}`}>
      {label}
    </Button>
  );
  return (
    <StepForm form={form} enterIntent="return-aside">
      <input type="hidden" name="return" value={one.id} />
      <input type="hidden" name="seen" value={one.seen} />
      {one.canApply ? (
        <>
          <p>{one.same || one.does}</p>
          <TextField field={fieldOf(form, "reason")} label="Reason" hint="Only to set it aside" isOptional />
        </>
      ) : null}
      <div className="actions">
        {one.same ? button("It is this refund", "return-recorded", "quiet") : null}
        {one.canApply
          ? button(one.same ? "Apply as another" : "Apply to the account", "return-apply", "quiet")
          : null}
        {button(one.canApply ? "Set aside" : "It is dealt with", "return-aside", "quiet")}
      </div>
    </StepForm>
  );
}

/** Payments that take days, such as Bacs Direct Debit. */
export function OnTheirWay({ onTheirWay, at }: Pick<PaymentsPage, "onTheirWay" | "at">) {
  if (onTheirWay.length === 0) return null;
  return (
    <Card heading="Payments on their way">
      <p className="note">Made at Stripe. Nobody is asked to pay again; here is nothing to do.</p>
      <ul>
        {onTheirWay.map(({ booking_id, reference, who, pence, on }) => (
          <li key={booking_id}>
            {who} <Booking id={booking_id} reference={reference} />: {money(pence)} since{" "}
            {formatShortDate(on)}
          </li>
        ))}
      </ul>
      <Pages at={at.onTheirWay} of="payments on their way" />
    </Card>
  );
}
