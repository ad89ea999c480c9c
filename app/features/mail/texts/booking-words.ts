import { ONCE_IT_HAS_PO, paymentTerms } from "#app/features/booking/money/payment-terms.ts";
import { whatHappensNext } from "#app/features/booking/fields/status.ts";
import { requestWords } from "#app/features/booking/record/request-words.ts";
import { PRICE_ON_REQUEST } from "#app/features/catalogue/pricing.ts";
import type { MailedChange } from "#app/features/outbox/mail-topics.ts";
import type { MailBooking } from "#app/features/mail/mail-input.server.ts";
import { formatLongDate, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPounds, formatPoundsAndPence } from "#app/platform/money.ts";

export const hello = ({ greetingName }: MailBooking) => (greetingName ? `Hello ${greetingName}` : "Hello");

export const thanks = ({ greetingName }: MailBooking) =>
  greetingName ? `Thank you, ${greetingName}` : "Thank you";

export const next = ({ awaits_contact_since, ...booking }: MailBooking) =>
  whatHappensNext({ ...booking, isContacted: awaits_contact_since === null });

export const preferredDay = (booking: MailBooking): string =>
  booking.preferred_date ? formatLongDate(booking.preferred_date) : "Not specified";

export function total(booking: MailBooking): string {
  return booking.total_pence > 0
    ? `${formatPounds(booking.total_pence)} ${booking.vatPhrase}`
    : PRICE_ON_REQUEST;
}

export function paymentNotes(booking: MailBooking): string[] {
  if (booking.status === "cancelled") return [];
  const terms = paymentTerms({
    totalPence: booking.total_pence,
    depositPercent: booking.deposit_percent,
    daysToPay: booking.days_to_pay,
    waitsForPo: booking.waitsForPo,
    bookedOn: londonDate(new Date(booking.created_at)),
    day: booking.day,
  });
  if (booking.payment_method === "pay_later")
    return [terms.depositWording, terms.invoiceWording, terms.lastDayWording];
  return booking.total_pence === 0
    ? [terms.payNowWording]
    : [
        `You chose to pay now. If you have not paid yet, your invoice follows in an email of its own${booking.waitsForPo ? `, ${ONCE_IT_HAS_PO}` : ""}.`,
      ];
}

export const WHAT_HELPS_NEXT =
  "What helps us next: please fill in the referral forms. You can stop and come back at any time; what you typed is kept.";

export const STATUS_WORDS = {
  pending: "Your booking is being reviewed again. We will be in touch to agree what happens next.",
  confirmed: "Your booking is confirmed.",
  completed: "The assessment is complete. Thank you for booking with us.",
  cancelled: "Your booking has been cancelled. If you did not expect this, please call us.",
};

/** Confirms to a private person that they cancelled, as the law wants it in writing. */
export const cancelledByRight = ({ isStartRequested }: MailBooking) =>
  `You have cancelled your booking, and this took effect at once. There is nothing more for you to do. We pay back what you have paid within 14 days${isStartRequested ? ", except for what we had done since you asked us to start" : ""}.`;

/** To the practice: what it owes after a right to cancel was used. */
export const payBackWords = ({ isStartRequested }: MailBooking, payBackBy: IsoDate) =>
  `Please pay back what was paid by ${formatLongDate(payBackBy)}${isStartRequested ? ", except for what was done since the referrer asked for a start" : ""}.`;

/** A sentence for each request that ended with its booking. */
export const endedWords = (ended: Parameters<typeof requestWords>[0][]) =>
  ended.map(
    (request) => `You had asked for ${requestWords(request)}: this request has ended with the booking.`,
  );

const dayOrNone = (day: string | null) => (day ? formatLongDate(day) : "not fixed");

const poundsOrNone = (pence: number) =>
  pence > 0 ? formatPoundsAndPence(pence) : PRICE_ON_REQUEST.toLowerCase();

/** A date that staff confirmed without a visit has moved; any other is what the referrer wished for. */
function dateChange({ from, to }: Extract<MailedChange, { what: "date" }>, day: MailBooking["day"]): string {
  if (day?.as === "confirmed") return `The date was ${dayOrNone(from)}. It is ${dayOrNone(to)} now.`;
  const still = day?.as === "visit" && !day.isOver ? ` The visit is still on ${day.when}.` : "";
  return `Your preferred date was ${wishOrNone(from)}. It is ${wishOrNone(to)} now.${still}`;
}

const wishOrNone = (day: string | null) => (day ? formatLongDate(day) : "not specified");

export function changeInWords(change: MailedChange, { vatPhrase, day }: MailBooking): string {
  switch (change.what) {
    case "date":
      return dateChange(change, day);
    case "total":
      return `The total was ${poundsOrNone(change.fromPence)}. It is ${poundsOrNone(change.toPence)} now, ${vatPhrase}.`;
    case "payment":
      return change.to === "pay_now" ? "You pay now." : "You pay later.";
    case "mode":
      return change.isVirtual ? "The assessment is virtual now." : "The assessment is face-to-face now.";
    case "location":
      return "The place of the assessment was changed.";
    case "assessments":
      return "What is to be assessed was changed.";
    case "client":
      return "The details of the person to be assessed were changed.";
    case "contact":
      return "Your contact details were changed.";
    case "billing":
      return "The details for the invoice were changed.";
  }
}
