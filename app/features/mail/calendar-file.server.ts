import type { DateArray, EventAttributes } from "ics";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { addDays, type IsoDate } from "#app/platform/dates.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { bookingLinks } from "./mail-links.server.ts";

/** The confirmed day, or that the day in an earlier file no longer holds. */
export type CalendarEntry = { day: IsoDate; isCancelled: boolean };

const CANCELLED = "cancelled";

export function storedEntry(entry: CalendarEntry | null): string | null {
  return entry && (entry.isCancelled ? CANCELLED : entry.day);
}

const TOPICS = new Set<string>(["status-changed", "booking-changed"]);

/** The calendar entry of a mail; null for none. Without a confirmed date it cancels an earlier entry. */
export async function calendarEntry(
  executor: Executor,
  topic: string,
  booking: BookingRow | null,
): Promise<CalendarEntry | null> {
  if (!booking || !TOPICS.has(topic) || booking.status === "completed") return null;
  if (booking.status === "confirmed" && booking.preferred_date) {
    return { day: booking.preferred_date, isCancelled: false };
  }
  const last = await executor
    .selectFrom("outbox")
    .select("calendar_entry")
    .where("booking_id", "=", booking.id)
    .where("calendar_entry", "is not", null)
    .where("state", "=", "sent")
    .orderBy("finished_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const day = last?.calendar_entry;
  return day && day !== CANCELLED ? { day, isCancelled: true } : null;
}

function dateArray(day: string): DateArray {
  return day.split("-").map(Number) as [number, number, number];
}

/** An all-day entry without names or places. The same UID with a higher sequence replaces or removes an earlier one. */
export async function calendarFile(deps: Deps, booking: BookingRow, { day, isCancelled }: CalendarEntry) {
  const { createEvent } = await import("ics");
  const { env } = deps;
  const { company } = deps.settings.current();
  const method = isCancelled ? "CANCEL" : "PUBLISH";
  const event: EventAttributes & { timestamp: number } = {
    timestamp: deps.clock.now().getTime(),
    uid: `${booking.id}@${new URL(env.APP_ORIGIN).hostname}`,
    sequence: booking.version,
    productId: "capacity-assessments",
    method,
    title: `${company.name}: booking ${booking.reference}`,
    url: bookingLinks(deps, booking).view.split("?")[0],
    start: dateArray(day),
    end: dateArray(addDays(day, 1)),
    status: isCancelled ? "CANCELLED" : "CONFIRMED",
    busyStatus: isCancelled ? "FREE" : "BUSY",
    classification: "PRIVATE",
    // A parameter of a calendar file cannot hold a double quote.
    organizer: { name: company.name.replaceAll('"', "'"), email: company.email },
  };
  const { error, value } = createEvent(event);
  if (error || !value) throw error ?? new Error("No calendar entry made");
  return {
    filename: `${booking.reference}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: value,
  };
}

export function calendarNote(entry: CalendarEntry | null): string | null {
  if (!entry) return null;
  return entry.isCancelled
    ? "The attached file takes the date out of your calendar."
    : "The attached file puts the date into your calendar, in place of an earlier one.";
}
