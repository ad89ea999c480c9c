import { DEPOSIT_DAYS_BEFORE, INVOICE_DAYS_AFTER } from "./due-dates.ts";
import { depositPence } from "./invoice-plan.ts";
import { addDays, formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPounds } from "#app/platform/money.ts";

type PaymentTerms = {
  depositPence: number;
  balancePence: number;
  depositWording: string;
  invoiceWording: string;
  payNowWording: string;
};

/** `totalPence` is 0 when everything chosen is priced on request. */
export function paymentTerms(booking: {
  totalPence: number;
  depositPercent: number;
  preferredDate: IsoDate | null;
  isDateAgreed?: boolean;
}): PaymentTerms {
  const { totalPence, depositPercent, preferredDate } = booking;
  const deposit = depositPence(totalPence, depositPercent);
  const balancePence = totalPence - deposit;
  const condition = booking.isDateAgreed ? "" : ", if the assessment is on your preferred date";
  const onPreferredDate = (days: number) =>
    preferredDate ? ` (by ${formatLongDate(addDays(preferredDate, days))}${condition})` : "";
  if (totalPence === 0) {
    return {
      depositPence: deposit,
      balancePence,
      depositWording: `Once we have agreed the price with you: a ${depositPercent}% deposit is due at least ${DEPOSIT_DAYS_BEFORE} days before the assessment${onPreferredDate(-DEPOSIT_DAYS_BEFORE)}, and the balance on the day.`,
      invoiceWording: `Payment is due within ${INVOICE_DAYS_AFTER} days of the assessment${onPreferredDate(INVOICE_DAYS_AFTER)}. An invoice will be sent to you by e-mail.`,
      payNowWording:
        "The price is on request, so there is nothing to pay yet. An invoice will be sent once we have agreed the price with you.",
    };
  }
  return {
    depositPence: deposit,
    balancePence,
    depositWording: `A ${depositPercent}% deposit of ${formatPounds(deposit)} is due at least ${DEPOSIT_DAYS_BEFORE} days before the assessment${onPreferredDate(-DEPOSIT_DAYS_BEFORE)}, and the balance of ${formatPounds(balancePence)} on the day.`,
    invoiceWording: `Payment of ${formatPounds(totalPence)} is due within ${INVOICE_DAYS_AFTER} days of the assessment${onPreferredDate(INVOICE_DAYS_AFTER)}. An invoice will be sent to you by e-mail.`,
    payNowWording: `${formatPounds(totalPence)} in full, online and by card, from an invoice that we send you as soon as you have booked.`,
  };
}

export const WHICH_WORDING_APPLIES =
  "Where these two differ, the date on your invoice is the one that counts. Please ask us if you are unsure.";
