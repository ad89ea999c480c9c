import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import type { BookingRules } from "#app/features/catalogue/booking-rules.ts";
import { addDays, type IsoDate } from "#app/platform/dates.ts";
import holidays from "./bank-holidays.json" with { type: "json" };
import { MAX_DAYS_AHEAD } from "./calendar.ts";

/** The bank holidays of England and Wales, 2025 to 2100: name by London day. `scripts/bank-holidays.ts` writes them. */
export const BANK_HOLIDAYS: Readonly<Record<IsoDate, string>> = holidays;

/** Bank holidays that the booking's calendar can show on the London day `today`. */
export function bankHolidaysAhead(today: IsoDate): Record<IsoDate, string> {
  const last = addDays(today, MAX_DAYS_AHEAD + 31);
  return Object.fromEntries(Object.entries(BANK_HOLIDAYS).filter(([day]) => day >= today && day <= last));
}

/** True on a bank holiday and on a day that the practice has set as closed, whether or not a booking may choose it:
 * nobody is expected to work. */
export const isClosedDay = (day: IsoDate, rules: BookingRules = currentOffer().rules): boolean =>
  day in BANK_HOLIDAYS || rules.closedDays.includes(day);
