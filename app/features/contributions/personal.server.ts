import type { Personal } from "#app/features/data-protection/personal.ts";
import { contributionData } from "./erase-contributions.server.ts";

export const personal: Personal = {
  activity: "assessment",
  tables: {
    contributions: { key: "booking_id", keptFor: "booking", goesWithBooking: true },
    contribution_parts: { key: "contribution_id", keptFor: "booking", goesWithBooking: true },
  },
  exportBooking: contributionData,
};
