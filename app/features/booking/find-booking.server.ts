import type { Executor } from "#app/platform/database.server.ts";
import type { BookingRow } from "./tables.ts";

/**
 * A booking by its id, for jobs that act for the company itself. Requests use `requireBooking`, which also proves the
 * caller's right to it.
 */
export async function findBookingForJob(executor: Executor, bookingId: string): Promise<BookingRow | null> {
  const row = await executor
    .selectFrom("bookings")
    .selectAll()
    .where("id", "=", bookingId)
    .executeTakeFirst();
  return row ?? null;
}

/** The references of bookings by their ids, for lists of other features. */
export async function bookingReferences(
  executor: Executor,
  bookingIds: string[],
): Promise<Map<string, string>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await executor
    .selectFrom("bookings")
    .select(["id", "reference"])
    .where("id", "in", bookingIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row.reference]));
}

/** The id of the booking with this reference, or null: the caller's right to it is proved next. */
export async function findBookingIdByReference(
  executor: Executor,
  reference: string,
): Promise<string | null> {
  const row = await executor
    .selectFrom("bookings")
    .select("id")
    .where("reference", "=", reference.trim().toUpperCase())
    .executeTakeFirst();
  return row?.id ?? null;
}
