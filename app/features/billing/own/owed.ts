import { addDays, type IsoDate } from "#app/platform/dates.ts";
import { accountOf, creditSince, type Issued, type Moved } from "./account.ts";

/** The rest of a booking that was cancelled: from that London day on it is worth what is still charged. */
export type Cancelled = {
  on: IsoDate;
  /** Pence of agreed charges, on an invoice or not yet. */
  agreedPence: number;
  /** Pence of those that are on an invoice. */
  invoicedPence: number;
};

/** The sums to be paid now, or paid back, for one booking; never both. */
export type Owed = {
  toPayPence: number;
  /** The day of the oldest invoice that is open; null where nothing is to pay. */
  dueOn: IsoDate | null;
  payBackPence: number;
  /** The last London day for paying back; null where nothing is to be paid back. */
  payBackBy: IsoDate | null;
  /** The day of the cancellation that decides; null while the booking is not cancelled, or its invoice is to stay. */
  cancelledOn: IsoDate | null;
};

/** SI 2013/3134, regulation 34: from the day on which the money was no longer due, credit note or not. */
const REFUND_DAYS = 14;

export function owedOf(
  documents: readonly Issued[],
  moved: readonly Moved[],
  cancelled: Cancelled | null,
): Owed {
  const account = accountOf(documents, moved);
  const paidPence = account.receivedPence - account.refundedPence;
  const toPayPence = cancelled
    ? Math.min(account.openPence, Math.max(0, cancelled.invoicedPence - paidPence))
    : account.openPence;
  const payBackPence = cancelled ? Math.max(0, paidPence - cancelled.agreedPence) : account.creditPence;
  const since = payBackPence > 0 ? creditSince(documents, moved, cancelled) : null;
  return {
    toPayPence,
    dueOn: toPayPence > 0 ? account.dueOn : null,
    payBackPence,
    payBackBy: since && addDays(since, REFUND_DAYS),
    cancelledOn: cancelled?.on ?? null,
  };
}
