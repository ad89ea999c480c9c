import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";

/** How far the referral forms of a booking are. */
export type ReferralState = { isSubmitted: boolean; completeCount: number; sectionCount: number };

/** Leads to the referral forms and says how far they are. */
export function ReferralPrompt({ bookingId, referral }: { bookingId: string; referral: ReferralState }) {
  const { isSubmitted, completeCount, sectionCount } = referral;
  return (
    <Card heading="Referral forms">
      <p>
        {isSubmitted
          ? "You have submitted the referral forms. You can still change them."
          : completeCount === 0
            ? "Please fill in the referral forms before the assessment: they tell the assessor what they need to know."
            : `${completeCount} of ${sectionCount} sections are complete. Please finish the forms before the assessment.`}
      </p>
      <p className="no-print mt-3">
        <ButtonLink look="quiet" to={`/referral-form/${bookingId}`}>
          {isSubmitted ? "See the referral forms" : "Fill in the referral forms"}
        </ButtonLink>
      </p>
    </Card>
  );
}
