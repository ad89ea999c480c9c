import { recordAudit, type Author } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { addDays, formatShortDate, londonDate, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import { CONTACT_OUTCOMES, type ContactOutcome } from "#app/features/booking/contact-outcomes.ts";
import { insertContact } from "#app/features/booking/contacts.server.ts";
import { noteOnBooking } from "#app/features/booking/write-booking.server.ts";
import { bookingToChange } from "./booking-to-change.server.ts";

type ContactEntry = Author & {
  bookingId: string;
  outcome: ContactOutcome;
  /** The London day of the next contact; null for the default of the outcome. */
  nextDay: IsoDate | null;
  note: string;
};

/** Records a contact. The next is due on the next day set, or tomorrow after an unanswered call. */
export async function logContact(
  deps: Pick<Deps, "db" | "clock" | "ids" | "secrets">,
  entry: ContactEntry,
): Promise<"logged" | "not-found" | "restricted"> {
  return deps.db.transaction().execute(async (trx) => {
    const booking = await bookingToChange(trx, entry.bookingId);
    if (typeof booking === "string") return booking;
    const { outcome, note } = entry;
    const isOpen = booking.status === "pending" || booking.status === "confirmed";
    const tomorrow = addDays(londonDate(deps.clock.now()), 1);
    const nextDay = isOpen ? (entry.nextDay ?? (outcome === "no-answer" ? tomorrow : null)) : null;
    await insertContact(trx, deps, {
      booking_id: booking.id,
      outcome,
      next_day: nextDay,
      user_id: entry.actor.id,
      note,
    });
    await noteOnBooking(trx, deps, booking.id, {
      awaits_contact_since: nextDay && startOfLondonDay(nextDay).toISOString(),
    });
    await recordAudit(trx, deps, entry, "booking.contacted", ["booking", booking.id], {
      note: `${CONTACT_OUTCOMES[outcome]}${nextDay ? `. Next contact ${formatShortDate(nextDay)}` : ""}`,
    });
    return "logged";
  });
}
