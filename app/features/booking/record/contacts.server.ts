import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { BookingContactRow } from "#app/features/booking/fields/tables.ts";

const sealedNote = sealedColumn("booking_contacts", "note_sealed");

/** The latest logged contacts of a booking, newest first, with decrypted notes. */
export async function listContacts(
  deps: { db: Executor; secrets: Secrets },
  bookingId: string,
  { limit = 200 }: { limit?: number } = {},
) {
  const rows = await deps.db
    .selectFrom("booking_contacts")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
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
