import { type BookingStatus, isToCome } from "#app/features/booking/fields/status.ts";

/** The state of the referral forms, in words for the referrer. */

export type ReferralState = { submittedAt: string | null; completeCount: number; sectionCount: number };

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
  if (isSubmitted && completeCount < sectionCount)
    return `You have submitted the referral forms, but ${completeCount} of ${sectionCount} sections are complete now. Please fill in the rest and submit them again.`;
  if (isSubmitted) return "You have submitted the referral forms. You can still change them.";
  return completeCount === 0
    ? REFERRAL_ADVICE
    : `${completeCount} of ${sectionCount} sections are complete. Please finish the forms before the assessment.`;
}

export const referralLinkWords = (
  { submittedAt }: Pick<ReferralState, "submittedAt">,
  status: BookingStatus,
) => (submittedAt !== null || !isToCome(status) ? "See the referral forms" : "Fill in the referral forms");
