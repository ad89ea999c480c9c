import { DEPOSIT_DAYS_BEFORE } from "#app/features/catalogue/pricing.ts";
import { addDays, formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPounds } from "#app/platform/money.ts";
import type { BookingDay } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";

/** Tells a referrer when an invoice follows, where an agreement wants a PO number on it. */
export const ONCE_IT_HAS_PO = "as soon as it has its PO number";

/** Unless an agreement says otherwise. */
export const USUAL_DAYS_TO_PAY = 30;

/** When a booking is to be paid, in words that name each amount once. `depositPercent` is 0 where no deposit is
 * invoiced. `totalPence` is 0 when everything chosen is priced on request.
 * `bookedOn` is a London day; nothing is due before it. */
export function paymentTerms(booking: {
  totalPence: number;
  depositPercent: number;
  /** Days after the assessment. */
  daysToPay?: number | undefined;
  /** An agreement wants a PO number on each invoice, and there may be none yet. */
  waitsForPo?: boolean | undefined;
  bookedOn: IsoDate;
  /** The booking's day; a wish is named as a condition. */
  day: Pick<BookingDay, "day" | "as"> | null;
}) {
  const { totalPence, depositPercent, daysToPay = USUAL_DAYS_TO_PAY, bookedOn, day } = booking;
  const once = booking.waitsForPo ? ` ${ONCE_IT_HAS_PO}` : "";
  const deposit = depositPence(totalPence, depositPercent);
  const balancePence = totalPence - deposit;
  const condition = day?.as === "wish" ? ", if the assessment is on your preferred date" : "";
  const byItsDay = (kind: InvoiceKind) =>
    day ? ` (by ${formatLongDate(invoiceDueOn(kind, bookedOn, day.day, daysToPay))}${condition})` : "";
  const isShortNotice = day !== null && addDays(day.day, -DEPOSIT_DAYS_BEFORE) < bookedOn;
  const due = isShortNotice
    ? `due straight away${condition}`
    : `due at least ${DEPOSIT_DAYS_BEFORE} days before the assessment${byItsDay("deposit")}`;
  const balance = formatPounds(balancePence);
  const isPriced = totalPence > 0;
  const hasDeposit = depositPercent > 0;
  const rest = hasDeposit
    ? isPriced
      ? `the balance of ${balance}`
      : "the balance"
    : isPriced
      ? balance
      : "it";
  return {
    depositPence: deposit,
    balancePence,
    depositWording: !hasDeposit
      ? isPriced
        ? `${balance} in full is due after the assessment. There is no deposit.`
        : "Once we have agreed the price with you: the whole price is due after the assessment. There is no deposit."
      : isPriced
        ? `A ${depositPercent}% deposit of ${formatPounds(deposit)} is ${due}, and the balance of ${balance} on the day.`
        : `Once we have agreed the price with you: a ${depositPercent}% deposit is ${due}, and the balance on the day.`,
    invoiceWording: `Payment is due within ${daysToPay} days of the assessment${byItsDay("full")}. An invoice will be sent to you by email${once}.`,
    /** The day that counts for what is paid later: that of its invoice. */
    lastDayWording: day
      ? `The last day to pay ${rest} is ${formatLongDate(invoiceDueOn("full", bookedOn, day.day, daysToPay))}${condition}.`
      : `The last day to pay ${hasDeposit ? "the balance" : "it"} is ${daysToPay} days after the assessment.`,
    onAccountWording: `We invoice your organisation after the assessment${once && `,${once}`}. ${isPriced ? formatPounds(totalPence) : "The price"} is due within ${daysToPay} days of it, without a deposit.`,
    payNowWording: isPriced
      ? `${formatPounds(totalPence)} in full, online and by card, from an invoice that we send you ${booking.waitsForPo ? ONCE_IT_HAS_PO : "as soon as you have booked"}.`
      : "The price is on request, so there is nothing to pay yet. An invoice will be sent once we have agreed the price with you.",
  };
}

export type InvoiceKind = "full" | "deposit";

export const INVOICE_TOPICS = { full: "invoice", deposit: "deposit-invoice" } as const;

export type ToInvoice = Pick<
  BookingRow,
  "payment_method" | "total_pence" | "deposit_percent" | "needs_po" | "po_number"
>;

/** Says that a PO number is missing, where an agreement wants one on each invoice. */
export const PO_WAITS = "The invoice waits for the PO number that the agreement asks for.";

export const lacksPo = (booking: Pick<BookingRow, "needs_po" | "po_number">) =>
  booking.needs_po === 1 && !booking.po_number;

/** Null where the amount would be £0, while a PO number is missing that must be on it, and for one that is paid later
 * without a deposit. */
export function invoiceKind(booking: ToInvoice, options: { hasDeposits: boolean }): InvoiceKind | null {
  if (booking.total_pence <= 0 || lacksPo(booking)) return null;
  if (booking.payment_method === "pay_now") return "full";
  return options.hasDeposits && booking.deposit_percent > 0 ? "deposit" : null;
}

/** Deposit in pence: per cent of the total, rounded up to a whole penny. */
export const depositPence = (totalPence: number, percent: number): number =>
  Math.ceil((totalPence * percent) / 100);

/** The day by which an invoice is to be paid, never before its day of issue. Without a date, the day of issue
 * counts as the assessment's, and a deposit has 7 days. */
export function invoiceDueOn(
  kind: InvoiceKind,
  issuedOn: IsoDate,
  assessmentOn: IsoDate | null,
  daysToPay = USUAL_DAYS_TO_PAY,
): IsoDate {
  if (!assessmentOn) return addDays(issuedOn, kind === "full" ? daysToPay : DEPOSIT_DAYS_BEFORE);
  const dueOn = addDays(assessmentOn, kind === "full" ? daysToPay : -DEPOSIT_DAYS_BEFORE);
  return dueOn < issuedOn ? issuedOn : dueOn;
}
