import type { DateArray, EventAttributes } from "ics";
import type { Deps } from "#app/deps.server.ts";
import { dateParts } from "#app/features/visits/calendar/calendar-feed.server.ts";
import { visitsOfBooking, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { bookingDay } from "#app/features/visits/record/booking-day.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import { instantOf } from "#app/features/visits/record/visit-times.ts";
import { addDays, type IsoDate } from "#app/platform/dates.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { VisitTopic } from "#app/features/outbox/mail-topics.ts";

/** The confirmed day, or the agreed visit; or that an earlier file no longer is valid. */
export type CalendarEntry = {
  day: IsoDate;
  isCancelled: boolean;
  /** Null for a whole day. `number` counts the booking's visits. */
  visit: { number: number; start: string; minutes: number } | null;
  /** An assessor's entry leads to the page of the visit. */
  visitId?: string;
  /** An earlier file was sent, which this one replaces or takes out. */
  hasEarlier: boolean;
};

const CANCELLED = "cancelled";

/** `2027-03-11`, `2027-03-11 10:00 90 1` for a visit, or `cancelled`. */
export function storedEntry(entry: CalendarEntry | null): string | null {
  if (!entry) return null;
  if (entry.isCancelled) return CANCELLED;
  const { visit } = entry;
  return visit ? `${entry.day} ${visit.start} ${visit.minutes} ${visit.number}` : entry.day;
}

function readEntry(stored: string): Pick<CalendarEntry, "day" | "visit"> {
  const [day = "", start, minutes, number] = stored.split(" ");
  return { day, visit: start ? { start, minutes: Number(minutes), number: Number(number) } : null };
}

/** Mails to the referrer that bring the entry up to date. */
const TOPICS = [
  "status-changed",
  "booking-changed",
  "visit-agreed",
  "visit-moved",
  "visit-reassigned",
  "visit-cancelled",
];

const visitEntry = ({ day, number, start, minutes }: Visit) => ({ day, visit: { number, start, minutes } });

/** The calendar entry of a mail to the referrer, by the id of its job; null for none. The visit to come is the entry; a
 * booking that never had a visit has its confirmed date. Without either, an earlier entry is cancelled, unless that
 * visit took place. */
export async function calendarEntry(
  deps: Pick<Deps, "db" | "secrets" | "clock">,
  { id = "", topic }: { id?: string; topic: string },
  booking: BookingRow | null,
): Promise<CalendarEntry | null> {
  if (!booking || !TOPICS.includes(topic)) return null;
  const visits = await visitsOfBooking(deps, booking.id);
  const last = await deps.db
    .selectFrom("outbox")
    .select("calendar_entry")
    .where("booking_id", "=", booking.id)
    .where("id", "!=", id)
    .where("topic", "in", TOPICS)
    .where("calendar_entry", "is not", null)
    .where("state", "=", "sent")
    .orderBy("finished_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const stored = last?.calendar_entry;
  const hasEarlier = Boolean(stored) && stored !== CANCELLED;
  const upcoming = upcomingVisit(visits, deps.clock.now());
  if (upcoming) return { ...visitEntry(upcoming), isCancelled: false, hasEarlier };
  const dated = { status: booking.status, preferredDate: booking.preferred_date };
  const day = bookingDay(dated, visits, deps.clock.now());
  if (day?.as === "confirmed" && booking.status === "confirmed")
    return { day: day.day, visit: null, isCancelled: false, hasEarlier };
  if (!stored || !hasEarlier) return null;
  const entry = readEntry(stored);
  // The day of a completed booking without visits was that of its assessment.
  if (booking.status === "completed" && entry.visit === null) return null;
  const tookPlace = visits.some(
    ({ ended_as, day, number }) =>
      ended_as !== "cancelled" && day === entry.day && number === entry.visit?.number,
  );
  return tookPlace ? null : { ...entry, isCancelled: true, hasEarlier };
}

/** The entry of a mail to an assessor about a visit; null for none. */
export function assessorsEntry(topic: VisitTopic, visit: Visit | null): CalendarEntry | null {
  if (!visit || !topic.startsWith("assessor-")) return null;
  const isCancelled = topic === "assessor-visit-reassigned" || topic === "assessor-visit-cancelled";
  const hasEarlier = topic !== "assessor-visit-agreed";
  return { ...visitEntry(visit), isCancelled, hasEarlier, visitId: visit.id };
}

const dateArray = (day: string): DateArray => day.split("-").map(Number) as [number, number, number];

function timeOf({ day, visit }: CalendarEntry) {
  if (!visit) return { start: dateArray(day), end: dateArray(addDays(day, 1)) };
  const start = dateParts(instantOf(day, visit.start));
  const duration = { minutes: visit.minutes };
  return { start, startInputType: "utc", startOutputType: "utc", duration } as const;
}

/** An entry without names or places. The same UID with a higher sequence replaces or removes an earlier one: one UID a
 * booking, and one for each further visit. */
export async function calendarFile(deps: Deps, booking: BookingRow, entry: CalendarEntry) {
  const { createEvent } = await import("ics");
  const { env } = deps;
  const { company } = deps.settings.current();
  const { isCancelled, visit, visitId } = entry;
  const method = isCancelled ? "CANCEL" : "PUBLISH";
  const number = visit && visit.number > 1 ? `-${visit.number}` : "";
  const event: EventAttributes & { timestamp: number } = {
    timestamp: deps.clock.now().getTime(),
    uid: `${booking.id}${number}@${new URL(env.APP_ORIGIN).hostname}`,
    sequence: booking.version,
    productId: "capacity-assessments",
    method,
    title: `${company.name}: ${visit ? "visit" : "booking"} ${booking.reference}`,
    // Calendars are shared: a link with access would open the booking to everybody who sees the entry.
    ...(visitId && { url: `${env.APP_ORIGIN}/assessor/visits/${visitId}` }),
    ...timeOf(entry),
    status: isCancelled ? "CANCELLED" : "CONFIRMED",
    // A whole day is not spent on the assessment: the referrer stays free on it.
    ...(visit && !isCancelled
      ? { busyStatus: "BUSY", transp: "OPAQUE" }
      : { busyStatus: "FREE", transp: "TRANSPARENT" }),
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
  const what = entry.visit ? "visit" : "date";
  return entry.isCancelled
    ? `The attached file takes the ${what} out of your calendar.`
    : `The attached file puts the ${what} into your calendar${entry.hasEarlier ? ", in place of the earlier one" : ""}.`;
}
