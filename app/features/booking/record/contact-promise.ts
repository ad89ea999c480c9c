import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import type { BookingStatus } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { formatShortDate, londonDate } from "#app/platform/dates.ts";

const HOUR_MS = 3_600_000;

/** `3 days`, whole hours below two days, whole minutes below an hour. */
export function durationWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes === 0) return "less than a minute";
  const [count, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), "hour"]
        : [Math.floor(minutes / (24 * 60)), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** When the next contact is due after a booking's status became another, as a UTC instant: on the day that staff set,
 * as long as it is to come and the booking open; else at once for a pending booking, and null for the others. */
export function contactDueAfter(
  status: BookingStatus,
  { awaits_contact_since: set }: Pick<BookingRow, "awaits_contact_since">,
  now: Date,
): string | null {
  const instant = now.toISOString();
  if (status === "cancelled" || status === "completed") return null;
  if (set !== null && set > instant) return set;
  return status === "pending" ? instant : null;
}

/** How long is left to get in touch within the promised hours after `since`, a UTC instant: those of the
 * booking's agreement, else the practice's. */
export function contactPromise(since: string, now: Date, promiseHours: number | null = null) {
  const from = new Date(since).getTime();
  if (from > now.getTime()) {
    const day = formatShortDate(londonDate(new Date(since)));
    return { isOverdue: false, text: `Next contact ${day}` };
  }
  const left = from + (promiseHours ?? currentOffer().rules.promiseHours) * HOUR_MS - now.getTime();
  return left >= 0
    ? { isOverdue: false, text: `${durationWords(left)} left` }
    : { isOverdue: true, text: `Overdue by ${durationWords(-left)}` };
}
