import type { BookingDay, BookingStatus } from "#app/features/booking/fields/status.ts";
import { formatLongDate, formatShortDate, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { latestVisit } from "./stage.ts";
import type { VisitRow } from "./tables.ts";
import { hasEnded, whenOf } from "./visit-times.ts";

export type { BookingDay };

type Dated = { status: BookingStatus; preferredDate: IsoDate | null };

/** The one day of a booking: that of the visit to come, else of the last one, unless it was cancelled or has to
 * be held again. Without one, the date that staff confirmed by the booking's status, or the mere wish. `visits` are in
 * the order in which they were agreed. */
export function bookingDay(
  { status, preferredDate }: Dated,
  visits: readonly Pick<VisitRow, "day" | "start" | "minutes" | "ended_as">[],
  now: Date,
): BookingDay | null {
  const visit = latestVisit(visits, now);
  if (visit) return { day: visit.day, as: "visit", when: whenOf(visit), isOver: hasEnded(visit, now) };
  if (preferredDate === null) return null;
  const isWithout = visits.every(({ ended_as }) => ended_as === "cancelled");
  const isConfirmed = isWithout && (status === "confirmed" || status === "completed");
  return {
    day: preferredDate,
    as: isConfirmed ? "confirmed" : "wish",
    when: formatLongDate(preferredDate),
    isOver: preferredDate < londonDate(now),
  };
}

/** `20/11/2026`, `Wished for 20/11/2026`, or `No date yet`. */
export function dayInLists(day: Pick<BookingDay, "day" | "as"> | null): string {
  if (day === null) return "No date yet";
  return day.as === "wish" ? `Wished for ${formatShortDate(day.day)}` : formatShortDate(day.day);
}
