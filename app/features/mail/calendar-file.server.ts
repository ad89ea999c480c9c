import { createEvent, type DateArray, type EventAttributes } from "ics";
import type { Deps } from "#app/deps.server.ts";
import type { OutgoingMail } from "#app/integrations/mail/mailer.ts";
import { addDays } from "#app/platform/dates.ts";
import type { BookingRow } from "#app/platform/tables.ts";
import { bookingLinks } from "./mail-links.server.ts";

function dateArray(day: string): DateArray {
  return day.split("-").map(Number) as [number, number, number];
}

/**
 * An all-day calendar entry for the confirmed date. A later confirmation replaces it in the calendar: same UID, higher
 * sequence. It names nobody and no address.
 */
export function calendarFile(
  deps: Pick<Deps, "env" | "secrets" | "clock">,
  booking: BookingRow,
): OutgoingMail["attachments"][number] {
  const day = booking.preferred_date;
  if (!day) throw new Error("A booking without a date has no calendar entry");
  const event: EventAttributes & { timestamp: number } = {
    timestamp: deps.clock.now().getTime(),
    uid: `${booking.id}@${new URL(deps.env.APP_ORIGIN).hostname}`,
    sequence: booking.version,
    productId: "capacity-assessments",
    method: "PUBLISH",
    title: `${deps.env.SITE_NAME}: booking ${booking.reference}`,
    url: bookingLinks(deps, booking).view.split("?")[0],
    start: dateArray(day),
    end: dateArray(addDays(day, 1)),
    status: "CONFIRMED",
    busyStatus: "BUSY",
    classification: "PRIVATE",
  };
  const { error, value } = createEvent(event);
  if (error || !value) throw error ?? new Error("No calendar entry made");
  return {
    filename: `${booking.reference}.ics`,
    contentType: "text/calendar; charset=utf-8; method=PUBLISH",
    content: value,
  };
}
