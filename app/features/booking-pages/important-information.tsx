import type { BookingSummary } from "#app/features/booking/booking-summary.ts";
import { isToCome } from "#app/features/booking/status-words.ts";
import { currentOffer, noticeText, promiseText, travelFeeText } from "#app/features/catalogue/catalogue.ts";
import { WhoAssesses } from "#app/features/catalogue/who-assesses.tsx";

export function ImportantInformation({ booking }: { booking: BookingSummary }) {
  const { urgentFee } = currentOffer().rules;
  return (
    <div className="prose">
      {isToCome(booking.status) ? (
        <ul>
          {booking.status === "pending" ? (
            <li>We will contact you within {promiseText()} to confirm the date of the assessment.</li>
          ) : null}
          <li>
            Travel fees may apply outside our standard coverage area.{travelFeeText()} We tell you before you
            pay.
          </li>
          <li>
            An urgent assessment (within {noticeText()}) may have an additional fee
            {urgentFee ? `: ${urgentFee}` : ""}.
          </li>
        </ul>
      ) : null}
      <WhoAssesses />
    </div>
  );
}
