import type { BookingStatus } from "#app/features/booking/fields/status.ts";
import type { Stage } from "#app/features/visits/stage.ts";
import type { IsoDate } from "#app/platform/dates.ts";

type Situation = {
  status: BookingStatus;
  awaitsContact: boolean;
  preferredDate: IsoDate | null;
  isReferralSubmitted: boolean;
  isInvoiceOutdated: boolean;
  isErased: boolean;
  /** Null in a practice without assessors, which keeps its visits elsewhere. */
  stage: Stage | null;
};

function nextForVisit(stage: Stage, isReferralSubmitted: boolean): string {
  if (stage === "asked") return "Wait for the assessors’ answers";
  if (stage === "visited") return "Mark as completed";
  if (stage !== "agreed") return "Agree the visit";
  return isReferralSubmitted ? "Nothing until the visit" : "Ask for the referral forms";
}

/** The one thing that staff should do next about a booking, in a few words. `today` is the day in London. */
export function nextAction(booking: Situation, today: IsoDate): string {
  const { status, preferredDate } = booking;
  if (booking.isInvoiceOutdated) return "Correct the invoice";
  if (booking.isErased || status === "cancelled" || status === "completed") return "Nothing to do";
  if (booking.awaitsContact) return "Contact the referrer";
  if (booking.stage !== null) return nextForVisit(booking.stage, booking.isReferralSubmitted);
  if (!preferredDate) return "Agree a date";
  if (status === "pending") return "Confirm the date";
  if (preferredDate < today) return "Mark as completed";
  return booking.isReferralSubmitted ? "Nothing until the assessment" : "Ask for the referral forms";
}
