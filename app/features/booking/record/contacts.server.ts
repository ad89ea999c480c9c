import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { CONTACT_OUTCOMES, type ContactOutcome } from "#app/features/booking/fields/contact-outcomes.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { BookingContactRow, BookingRow } from "#app/features/booking/fields/tables.ts";
import { addDays, formatShortDate, londonDate, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import type { Inside } from "./change-booking.server.ts";
import { updateStaffFields } from "./write-booking.server.ts";

const sealedNote = sealedColumn("booking_contacts", "note_sealed");

/** The logged contacts of a booking, newest first, with decrypted notes. */
export async function listContacts(deps: { db: Executor; secrets: Secrets }, bookingId: string) {
  const rows = await deps.db
    .selectFrom("booking_contacts")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ booking_id: _, note_sealed, ...row }) => ({
    ...row,
    note: note_sealed === null ? "" : sealedNote.decrypt(deps.secrets, row.id, note_sealed),
  }));
}

/** Logs a contact at this instant (UTC). The note is sealed; an empty one is null. */
export async function insertContact(
  executor: Executor,
  deps: Deps,
  contact: Pick<BookingContactRow, "booking_id" | "outcome" | "next_day" | "user_id"> & { note: string },
): Promise<void> {
  const { note, ...row } = contact;
  const id = deps.ids.uuid();
  await executor
    .insertInto("booking_contacts")
    .values({
      ...row,
      id,
      at: deps.clock.now().toISOString(),
      note_sealed: note === "" ? null : sealedNote.encrypt(deps.secrets, id, note),
    })
    .execute();
}

/** Records a contact in the transaction of a change. The next is due on the next day set, or tomorrow after an
 * unanswered call. */
export async function logContactInside(
  inside: Inside,
  booking: Pick<BookingRow, "id" | "status">,
  by: ActedByRequest,
  { outcome, note, nextDay: wanted }: { outcome: ContactOutcome; note: string; nextDay: IsoDate | null },
): Promise<void> {
  const isOpen = booking.status === "pending" || booking.status === "confirmed";
  const tomorrow = addDays(londonDate(inside.clock.now()), 1);
  const nextDay = isOpen ? (wanted ?? (outcome === "no-answer" ? tomorrow : null)) : null;
  const contact = { booking_id: booking.id, outcome, next_day: nextDay, user_id: by.actor.id, note };
  await insertContact(inside.db, inside, contact);
  await updateStaffFields(inside.db, inside, booking.id, {
    awaits_contact_since: nextDay && startOfLondonDay(nextDay).toISOString(),
  });
  await recordAudit(inside, by, "booking.contacted", ["booking", booking.id], {
    note: `${CONTACT_OUTCOMES[outcome]}${nextDay ? `. Next contact ${formatShortDate(nextDay)}` : ""}`,
  });
}
