import { Link } from "react-router";
import type { BookingSummary } from "#app/features/booking/record/booking-summary.ts";
import { type BookingStatus, isToCome } from "#app/features/booking/fields/status.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";

type ReferralState = { submittedAt: string | null; completeCount: number; sectionCount: number };

export const REFERRAL_ADVICE =
  "Please fill in the referral forms before the assessment: they tell the assessor what they need to know.";

export function referralStateWords(
  { submittedAt, completeCount, sectionCount }: ReferralState,
  status: BookingStatus,
): string {
  const isSubmitted = submittedAt !== null;
  if (!isToCome(status)) {
    return isSubmitted
      ? "You have submitted the referral forms."
      : "The referral forms were not submitted. There is nothing more to fill in.";
  }
  if (isSubmitted && completeCount < sectionCount) {
    return `You have submitted the referral forms, but ${completeCount} of ${sectionCount} sections are complete now. Please fill in the rest and submit them again.`;
  }
  if (isSubmitted) return "You have submitted the referral forms. You can still change them.";
  return completeCount === 0
    ? REFERRAL_ADVICE
    : `${completeCount} of ${sectionCount} sections are complete. Please finish the forms before the assessment.`;
}

export function referralLinkWords(
  { submittedAt }: Pick<ReferralState, "submittedAt">,
  status: BookingStatus,
) {
  return submittedAt !== null || !isToCome(status) ? "See the referral forms" : "Fill in the referral forms";
}

type ReferralPromptProps = { booking: Pick<BookingSummary, "id" | "status">; referral: ReferralState };

export function ReferralPrompt({ booking, referral }: ReferralPromptProps) {
  return (
    <Card heading="Referral forms">
      <p>{referralStateWords(referral, booking.status)}</p>
      <p className="no-print mt-3">
        <ButtonLink look="quiet" to={`/referral-form/${booking.id}`}>
          {referralLinkWords(referral, booking.status)}
        </ButtonLink>
      </p>
      {booking.status === "cancelled" ? null : (
        <p className="no-print mt-3">
          {isToCome(booking.status)
            ? "A GP letter, an earlier assessment, court papers or a will help the assessor, too. "
            : null}
          <Link to={`/referral-form/${booking.id}/documents`}>Send papers</Link>
        </p>
      )}
    </Card>
  );
}
