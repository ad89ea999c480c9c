import { DEPOSIT_DAYS_BEFORE, depositPence, INVOICE_DAYS_AFTER } from "./invoice-plan.ts";
import { addDays, formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPounds } from "#app/platform/money.ts";

/** `totalPence` is 0 when everything chosen is priced on request. */
export function paymentTerms(booking: {
  totalPence: number;
  depositPercent: number;
  preferredDate: IsoDate | null;
  isDateAgreed?: boolean;
}) {
  const { totalPence, depositPercent, preferredDate } = booking;
  const deposit = depositPence(totalPence, depositPercent);
  const balancePence = totalPence - deposit;
  const condition = booking.isDateAgreed ? "" : ", if the assessment is on your preferred date";
  const onPreferredDate = (days: number) =>
    preferredDate ? ` (by ${formatLongDate(addDays(preferredDate, days))}${condition})` : "";
  const due = `due at least ${DEPOSIT_DAYS_BEFORE} days before the assessment${onPreferredDate(-DEPOSIT_DAYS_BEFORE)}`;
  const [total, balance] = [formatPounds(totalPence), formatPounds(balancePence)];
  const isPriced = totalPence > 0;
  return {
    depositPence: deposit,
    balancePence,
    depositWording: isPriced
      ? `A ${depositPercent}% deposit of ${formatPounds(deposit)} is ${due}, and the balance of ${balance} on the day.`
      : `Once we have agreed the price with you: a ${depositPercent}% deposit is ${due}, and the balance on the day.`,
    invoiceWording: `Payment ${isPriced ? `of ${total} ` : ""}is due within ${INVOICE_DAYS_AFTER} days of the assessment${onPreferredDate(INVOICE_DAYS_AFTER)}. An invoice will be sent to you by e-mail.`,
    payNowWording: isPriced
      ? `${total} in full, online and by card, from an invoice that we send you as soon as you have booked.`
      : "The price is on request, so there is nothing to pay yet. An invoice will be sent once we have agreed the price with you.",
  };
}

export const WHICH_WORDING_APPLIES =
  "Where these two differ, the date on your invoice is the one that counts. Please ask us if you are unsure.";
