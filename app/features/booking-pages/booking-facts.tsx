import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { Facts, Sums } from "#app/ui/lists.tsx";
import {
  isOnlyPriceOnRequest,
  locationWords,
  longDateOr,
  priceWords,
  referrerName,
  referrerPhone,
  type BookingSummary,
} from "#app/features/booking/booking-summary.ts";
import type { bookingFacts } from "#app/features/booking/fact-rows.ts";
import { closingSums } from "#app/features/booking/price-sums.ts";

export function BookingPrices({
  booking,
  isForStaff = false,
}: {
  booking: BookingSummary;
  isForStaff?: boolean;
}) {
  const { assessmentPrices, subtotal, discount, total } = booking.calculatedPricing;
  const onlyOnRequest = isOnlyPriceOnRequest(booking);
  const rows = [
    ...assessmentPrices.map((line) => ({ name: line.name, value: priceWords(line) })),
    ...closingSums({
      subtotalPence: subtotal * 100,
      discountPence: discount * 100,
      totalPence: total * 100,
      isOnlyPriceOnRequest: onlyOnRequest,
    }),
  ];
  return (
    <>
      <Sums rows={rows} />
      <p className="note mt-3">
        {currentOffer().vatSentence}
        {assessmentPrices.some((line) => line.isPriceOnRequest) && !onlyOnRequest
          ? " What is priced on request is not in the total."
          : ""}
      </p>
      {booking.otherAssessmentDetails ? (
        <p className="note mt-3">
          {isForStaff ? "The referrer wrote" : "You wrote"}: {booking.otherAssessmentDetails}
        </p>
      ) : null}
    </>
  );
}

type FactsProps = { booking: BookingSummary; facts: ReturnType<typeof bookingFacts> };

export function SchedulingFacts({ booking, facts }: FactsProps) {
  return (
    <Facts
      rows={[
        ["Preferred date", longDateOr(booking.preferredDate, "Flexible")],
        ["Location", locationWords(booking)],
        ["Weekends", booking.allowWeekends ? "Weekend appointments are possible" : "Weekdays only"],
        booking.preferEarlierDate && [
          "Earlier date",
          "You would prefer an earlier date if one comes free. Additional fees may apply.",
        ],
        ...facts.assessment,
      ]}
    />
  );
}

export function ReferrerFacts({ booking, facts }: FactsProps) {
  return (
    <Facts
      rows={[
        ["Name", referrerName(booking)],
        ["Relationship", booking.referrerCustomRole ?? booking.referrerRelationship],
        ["Email", booking.referrerEmail],
        ["Phone", referrerPhone(booking) ?? "Not provided"],
        ...facts.referrer,
      ]}
    />
  );
}
