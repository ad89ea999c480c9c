import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";

/** How far the referral forms of a booking are. */
export type ReferralState = { isSubmitted: boolean; completeCount: number; sectionCount: number };

/** The same in words, with what there is to do. */
export function referralStateWords({ isSubmitted, completeCount, sectionCount }: ReferralState): string {
  if (isSubmitted) return "You have submitted the referral forms. You can still change them.";
  return completeCount === 0
    ? "Please fill in the referral forms before the assessment: they tell the assessor what they need to know."
    : `${completeCount} of ${sectionCount} sections are complete. Please finish the forms before the assessment.`;
}

/** Leads to the referral forms and says how far they are. */
export function ReferralPrompt({ bookingId, referral }: { bookingId: string; referral: ReferralState }) {
  return (
    <Card heading="Referral forms">
      <p>{referralStateWords(referral)}</p>
      <p className="no-print mt-3">
        <ButtonLink look="quiet" to={`/referral-form/${bookingId}`}>
          {referral.isSubmitted ? "See the referral forms" : "Fill in the referral forms"}
        </ButtonLink>
      </p>
    </Card>
  );
}
