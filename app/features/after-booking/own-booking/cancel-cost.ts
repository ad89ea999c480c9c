import type { ConsumerRights } from "#app/features/booking/fields/consumer.ts";
import { formatLongDate } from "#app/platform/dates.ts";

type CancelCost = { heading: string; sentences: string[] };

/** The cost of cancelling now, and why. `rights` are those in force; `fee` is the practice's own words, empty where
 * none are set. */
export function cancelCost(rights: ConsumerRights | null, fee: string): CancelCost {
  if (rights) {
    return {
      heading: "You can cancel free of charge",
      sentences: [
        `You booked as a private person, so the law lets you cancel until ${formatLongDate(rights.lastDay)} without giving a reason. It takes effect at once, and a visit that is agreed does not take place. We pay back what you have paid within 14 days.`,
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
