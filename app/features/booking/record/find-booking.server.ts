import { isUnrestricted } from "#app/features/data-protection/restrictions.server.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";

/** Asks for no right: for jobs, and for requests whose right to the booking was checked before. `requireBooking` does
 * both. */
export const findBooking = (executor: Executor, bookingId: string): Promise<BookingRow | null> =>
  bookingWhere(executor, "id", bookingId);

export const bookingsById = async (executor: Executor, ids: readonly string[]): Promise<BookingRow[]> =>
  byIds(ids, (piece) => executor.selectFrom("bookings").selectAll().where("id", "in", piece).execute());

/** The booking made from a draft; null while there is none. */
export const bookingOfDraft = (executor: Executor, draftId: string): Promise<BookingRow | null> =>
  bookingWhere(executor, "draft_id", draftId);

/** References by booking id, for lists. */
export async function bookingReferences(executor: Executor, bookingIds: string[]) {
  const rows = await byIds(bookingIds, (piece) =>
    executor.selectFrom("bookings").select(["id", "reference"]).where("id", "in", piece).execute(),
  );
  return new Map(rows.map((row) => [row.id, row.reference]));
}

/** Who is seen at these bookings, by reference. Restricted ones, and those without a name, are left out. */
export async function peopleOf({ db }: { db: Executor }, references: readonly string[]) {
  const rows = await byIds(references, (piece) =>
    db
      .selectFrom("bookings")
      .select(["reference", "client_first_name", "client_last_name"])
      .where("reference", "in", piece)
      .where(isUnrestricted)
      .execute(),
  );
  return Object.fromEntries(
    rows.flatMap(({ reference, client_first_name, client_last_name }) => {
      const name = [client_first_name, client_last_name].filter(Boolean).join(" ");
      return name ? [[reference, name]] : [];
    }),
  );
}

export const bookingWithReference = (executor: Executor, reference: string): Promise<BookingRow | null> =>
  bookingWhere(executor, "reference", reference);

async function bookingWhere(executor: Executor, column: "id" | "draft_id" | "reference", value: string) {
  const row = await executor.selectFrom("bookings").selectAll().where(column, "=", value).executeTakeFirst();
  return row ?? null;
}

/** Whether anybody ever booked here. */
export const hasBookings = async (executor: Executor): Promise<boolean> =>
  (await executor.selectFrom("bookings").select("id").limit(1).executeTakeFirst()) !== undefined;

export const REFERENCE_PREFIX = "MCA";

/** With or without hyphens, spaces and the prefix. */
export function findBookingByReference(executor: Executor, typed: string): Promise<BookingRow | null> {
  const plain = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return bookingWithReference(executor, plain.replace(/^(MCA)?(.{4})(.{4})$/, `${REFERENCE_PREFIX}-$2-$3`));
}

export const bookingsOfReferrer = async (executor: Executor, emailKey: string): Promise<BookingRow[]> =>
  executor
    .selectFrom("bookings")
    .selectAll()
    .where("referrer_email_key", "=", emailKey)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

/** Bookings to erase: pending or cancelled ones unchanged since `unrealised`, others since `realised` (UTC
 * instants). */
export const bookingsPastRetention = async (
  executor: Executor,
  before: { unrealised: string; realised: string },
): Promise<BookingRow[]> =>
  executor
    .selectFrom("bookings")
    .selectAll()
    .where("referrer_email_key", "!=", "")
    .where((eb) =>
      eb.or([
        eb.and([eb("status", "in", ["pending", "cancelled"]), eb("updated_at", "<", before.unrealised)]),
        eb.and([eb("status", "in", ["confirmed", "completed"]), eb("updated_at", "<", before.realised)]),
      ]),
    )
    .execute();
