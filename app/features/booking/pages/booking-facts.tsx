import { PRICE_ON_REQUEST } from "#app/features/catalogue/pricing.ts";
import { formatPounds } from "#app/platform/money.ts";
import { Facts, Sums, type SumRow } from "#app/ui/lists.tsx";
import {
  isOnlyPriceOnRequest,
  locationWords,
  longDateOr,
  priceWords,
  referrerName,
  referrerPhone,
  type BookingSummary,
} from "#app/features/booking/booking-summary.ts";

/** Sections that the referrer's pages about a booking share. */

/** Each assessment with its price, then subtotal, discount and total (SPEC section 2 "Confirmation page"). */
export function BookingPrices({ booking }: { booking: BookingSummary }) {
  const { assessmentPrices, subtotal, discount, total } = booking.calculatedPricing;
  const onRequest = isOnlyPriceOnRequest(booking) ? PRICE_ON_REQUEST : null;
  const rows: (SumRow | false)[] = [
    ...assessmentPrices.map((line) => ({ name: line.name, value: priceWords(line) })),
    { name: "Subtotal", value: onRequest ?? formatPounds(subtotal * 100) },
    discount > 0 && {
      name: "Multi-assessment discount",
      value: `−${formatPounds(discount * 100)}`,
      kind: "saving",
    },
    { name: "Total", value: onRequest ?? formatPounds(total * 100), kind: "total" },
  ];
  return (
    <>
      <Sums rows={rows.filter((row) => row !== false)} />
      <p className="note mt-3">
        Prices include VAT.
        {assessmentPrices.some((line) => line.isPriceOnRequest) && !onRequest
          ? " What is priced on request is not in the total."
          : ""}
      </p>
      {booking.otherAssessmentDetails ? (
        <p className="note mt-3">You wrote: {booking.otherAssessmentDetails}</p>
      ) : null}
    </>
  );
}

/** Preferred date, weekend and earlier-date notes. */
export function SchedulingFacts({ booking }: { booking: BookingSummary }) {
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
      ]}
    />
  );
}

/** Who booked. */
export function ReferrerFacts({ booking }: { booking: BookingSummary }) {
  return (
    <Facts
      rows={[
        ["Name", referrerName(booking)],
        ["Relationship", booking.referrerCustomRole ?? booking.referrerRelationship],
        ["Email", booking.referrerEmail],
        ["Phone", referrerPhone(booking) ?? "Not provided"],
        booking.referrerOrganisation !== null && ["Organisation", booking.referrerOrganisation],
      ]}
    />
  );
}
