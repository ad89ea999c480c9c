import { Link } from "react-router";
import type { BookingSummary } from "#app/features/booking/record/booking-summary.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { referralLinkWords, referralStateWords, type ReferralState } from "./referral-words.ts";

type ReferralPromptProps = {
  booking: Pick<BookingSummary, "id" | "status">;
  referral: ReferralState;
  /** The page leads to the papers elsewhere. */
  isWithoutPapers?: boolean;
};

export function ReferralPrompt({ booking, referral, isWithoutPapers = false }: ReferralPromptProps) {
  return (
    <Card heading="Referral forms">
      <p>{referralStateWords(referral, booking.status)}</p>
      <p className="no-print mt-3">
        <ButtonLink look="quiet" to={`/referral-form/${booking.id}`}>
          {referralLinkWords(referral, booking.status)}
        </ButtonLink>
      </p>
      {booking.status === "cancelled" || isWithoutPapers ? null : (
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
