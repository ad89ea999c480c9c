import { isConsumer, lastDayToCancel } from "#app/features/booking/fields/consumer.ts";
import type { BookingSummary } from "#app/features/booking/record/booking-summary.ts";
import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";

export type CancelCost = { heading: string; sentences: string[] };

/** The cost of cancelling today (London), and why. `fee` is the practice's own words; empty where none are set. */
export function cancelCost(booking: BookingSummary, today: IsoDate, fee: string): CancelCost {
  const lastDay = lastDayToCancel(booking.createdAt);
  if (isConsumer(booking) && today <= lastDay) {
    return {
      heading: "You can cancel free of charge",
      sentences: [
        `You booked as a private person, so the law lets you cancel until ${formatLongDate(lastDay)} without giving a reason. We pay back what you have paid within 14 days.`,
        "There is one exception. If you asked us to start within these 14 days, you pay for what we have done up to now. Once the assessment is complete, you can no longer cancel.",
      ],
    };
  }
  if (fee !== "") {
    return {
      heading: "Cancelling may cost something",
      sentences: [
        `${fee.replace(/\.$/, "")}.`,
        "This pays for the time that an assessor has already kept free or spent on your booking. We tell you the exact amount before we cancel.",
      ],
    };
  }
  return {
    heading: "There is no fixed fee",
    sentences: [
      "If an assessor has already spent time on your booking, we may charge for it. We tell you the amount and the reason before we cancel, and pay back the rest of what you have paid.",
    ],
  };
}
