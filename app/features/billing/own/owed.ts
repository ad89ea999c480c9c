import { addDays, formatLongDate, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { ChargeSums } from "#app/features/charges/charge-rows.server.ts";
import { accountOf, creditSince, type Issued, type Moved } from "./account.ts";

/** The one rule of what is to be paid now, or paid back, and why: pages, mails, lists and the API ask it. Money is
 * whole pence. */

/** The rest of a booking that was cancelled: from that London day on it is worth what is still charged. */
export type Cancelled = { on: IsoDate } & ChargeSums;

/** The charges that stay for a cancelled booking; null while it is not cancelled, and where staff said that its invoice
 * is to stay as it is. */
export function cancelledOf(
  booking: Pick<BookingRow, "status" | "cancelled_on" | "updated_at">,
  charges: ChargeSums,
  standingPence: number,
  accepted: { accepted_wanted_pence: number | null; accepted_standing_pence: number | null } | undefined,
): Cancelled | null {
  if (booking.status !== "cancelled") return null;
  const isToStay =
    accepted?.accepted_wanted_pence === charges.invoicedPence &&
    accepted.accepted_standing_pence === standingPence;
  return isToStay
    ? null
    : { ...charges, on: booking.cancelled_on ?? londonDate(new Date(booking.updated_at)) };
}

/** The sums for one booking from what its invoices come to, credit notes taken off, and what is paid for it. A charge
 * that is agreed is kept from what was paid, and asked for once an invoice has it. Nobody is asked for what is on its
 * way. */
export function owedNow(
  standingPence: number,
  paidPence: number,
  cancelled: Cancelled | null,
  onItsWayPence = 0,
) {
  const invoicedPence = Math.min(standingPence, cancelled?.invoicedPence ?? standingPence);
  const keptPence = invoicedPence + (cancelled ? cancelled.agreedPence - cancelled.invoicedPence : 0);
  return {
    toPayPence: Math.max(0, invoicedPence - paidPence - onItsWayPence),
    /** Agreed for a cancelled booking, on no invoice and not paid yet. */
    toComePence: Math.max(0, keptPence - Math.max(paidPence, invoicedPence)),
    payBackPence: Math.max(0, paidPence - keptPence),
    keptPence,
    /** Invoiced and not charged any more since the cancellation, on no credit note yet; negative for agreed charges
     * that are kept from what was paid, on no invoice yet. */
    droppedPence: standingPence - Math.max(invoicedPence, Math.min(keptPence, paidPence)),
  };
}

/** The sums to be paid now, or paid back, for one booking; never both. */
export type Owed = ReturnType<typeof owedNow> & {
  /** The day of the oldest invoice that is open; null where nothing is to pay. */
  dueOn: IsoDate | null;
  /** The last London day for paying back; null where nothing is to be paid back. */
  payBackBy: IsoDate | null;
  paidBackPence: number;
  /** The day of the cancellation that decides; null while the booking is not cancelled, or its invoice is to stay. */
  cancelledOn: IsoDate | null;
  /** A payment that takes days, and the day on which it was made. Nothing that it pays is asked for again. */
  onItsWay?: Moved;
};

/** SI 2013/3134, regulation 34: from the day on which the money was no longer due, credit note or not. */
const REFUND_DAYS = 14;

/** `chargeIds` are the documents that have charges: of a cancelled booking these alone are to be paid. */
export function owedOf(
  documents: readonly Issued[],
  moved: readonly Moved[],
  cancelled: Cancelled | null,
  { onItsWay = null, chargeIds = [] }: { onItsWay?: Moved | null; chargeIds?: readonly string[] } = {},
): Owed {
  const account = accountOf(documents, moved);
  const owed = owedNow(
    account.invoicedPence - account.creditedPence,
    account.receivedPence - account.refundedPence,
    cancelled,
    onItsWay?.pence,
  );
  const charge = account.invoices.find(({ id, openPence }) => openPence > 0 && chargeIds.includes(id));
  const since = owed.payBackPence > 0 ? creditSince(documents, moved, cancelled, owed.keptPence) : null;
  return {
    ...owed,
    dueOn: owed.toPayPence > 0 ? ((cancelled && charge?.dueOn) ?? account.dueOn) : null,
    payBackBy: since && addDays(since, REFUND_DAYS),
    paidBackPence: account.refundedPence,
    cancelledOn: cancelled?.on ?? null,
    ...(onItsWay && { onItsWay }),
  };
}

const CHARGED = "for the charges that remain";

export const NOTHING_TO_PAY = "The booking was cancelled, so there is nothing to pay.";

/** The customer's sentence about a cancelled booking's money, and of what was paid too much: how much, why and by which
 * day; empty while every invoice is simply to be paid. */
export function owedWords(owed: Owed): string {
  const { cancelledOn, payBackPence, payBackBy, paidBackPence, toPayPence, toComePence, keptPence } = owed;
  const money = formatPoundsAndPence;
  if (cancelledOn === null)
    return payBackPence === 0
      ? ""
      : `You have paid ${money(payBackPence)} too much. We pay it back by ${formatLongDate(payBackBy!)}, unless you tell us to keep it for another invoice.`;
  const asked = [
    toPayPence > 0 && `${money(toPayPence)} is to pay by ${formatLongDate(owed.dueOn!)}, ${CHARGED}.`,
    toComePence > 0 && `We send you an invoice of ${money(toComePence)} ${CHARGED}.`,
    payBackPence > 0 && `We pay back ${money(payBackPence)} by ${formatLongDate(payBackBy!)}.`,
    payBackPence > 0 && keptPence > 0 && `We keep ${money(keptPence)} ${CHARGED}.`,
    payBackPence === 0 && paidBackPence > 0 && `We have paid back ${money(paidBackPence)}.`,
  ].filter((words) => typeof words === "string");
  return asked.length > 0
    ? ["The booking was cancelled.", ...asked].join(" ")
    : keptPence > 0
      ? `The booking was cancelled. We keep ${money(keptPence)} ${CHARGED}. There is nothing more to pay.`
      : NOTHING_TO_PAY;
}
