import type { BookingSummary } from "#app/features/booking/record/booking-summary.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Times } from "#app/ui/times.tsx";
import type { NextForReferrer } from "./next-for-referrer.ts";

type Props = {
  booking: Pick<BookingSummary, "id" | "status">;
  next: NextForReferrer;
  /** One sentence on what is to pay or was paid. */
  money: string;
  /** The address at which the invoice is paid; null where nothing is to pay. */
  payUrl: string | null;
};

/** The top of a booking's page: when and with whom, what is left to do, the money, and where papers go. */
export function NextCard({ booking, next, money, payUrl }: Props) {
  const { headline, sentences, isFormsLeft } = next;
  return (
    <Card heading={<Times>{headline}</Times>} className="stack">
      <p>{sentences.join(" ")}</p>
      <p>
        {money} {payUrl ? <a href={payUrl}>See and pay your invoice</a> : null}
      </p>
      {booking.status === "cancelled" ? null : (
        <p className="actions no-print">
          {isFormsLeft ? (
            <ButtonLink to={`/referral-form/${booking.id}`}>Fill in the referral forms</ButtonLink>
          ) : null}
          <ButtonLink look="quiet" to={`/referral-form/${booking.id}/documents`}>
            Send papers
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}
