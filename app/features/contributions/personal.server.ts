import type { Personal } from "#app/features/data-protection/personal.ts";
import { contributionData, eraseContributions } from "./erase-contributions.server.ts";

export const personal: Personal = {
  tables: {
    contributions: { key: "booking_id", keptFor: "booking" },
    contribution_parts: { key: "contribution_id", keptFor: "booking" },
  },
  eraseBooking: (trx, _, bookingId) => eraseContributions(trx, bookingId),
  exportBooking: contributionData,
};
