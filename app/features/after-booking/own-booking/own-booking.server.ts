import type { Deps } from "#app/deps.server.ts";
import { rightToCancel } from "#app/features/booking/fields/consumer.ts";
import { givenBilling } from "#app/features/booking/fields/field-columns.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isToCome, toBookingStatus } from "#app/features/booking/fields/status.ts";
import { listRequests } from "#app/features/booking/record/requests.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { calendarEntry } from "#app/features/mail/calendar-file.server.ts";

/** The calendar entry of a booking as it is now; null while no day is agreed. */
export async function ownCalendarEntry(deps: Deps, booking: BookingRow) {
  const entry = await calendarEntry(deps, { topic: "status-changed" }, booking);
  return entry && !entry.isCancelled ? entry : null;
}

/** Requests of the referrer, and the things that they can do about their booking themselves. */
export async function readOwnBooking(deps: Deps, booking: BookingRow) {
  const requests = await listRequests(deps, booking.id);
  return {
    requests: requests.map(({ id, kind, day, created_at, answered_at, answered_as, answer }) => ({
      ...{ id, kind, day, answer },
      madeAt: created_at,
      answeredAt: answered_at,
      answeredAs: answered_as,
    })),
    canAsk: isToCome(toBookingStatus(booking.status)),
    /** A private person cancels without asking. */
    mayCancel: rightToCancel(booking, londonDate(deps.clock.now())) !== null,
    /** Null for a cancelled booking, of which no new invoice is made. */
    hasBilling:
      booking.status === "cancelled" ? null : Object.keys(givenBilling(deps.secrets, booking)).length > 0,
    hasCalendar: (await ownCalendarEntry(deps, booking)) !== null,
  };
}

export type OwnBooking = Awaited<ReturnType<typeof readOwnBooking>>;
