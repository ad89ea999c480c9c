import type { Personal } from "#app/features/data-protection/personal.ts";
import { keepCounts } from "./count-bookings.server.ts";

/** Figures outlive the bookings that they count, as counts. */
export const personal: Personal = { activity: "assessment", tables: {}, eraseBooking: keepCounts };
