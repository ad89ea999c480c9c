import type { Executor } from "#app/platform/database.server.ts";
import type { BookingRow } from "./tables.ts";

export async function bookingsOfReferrer(executor: Executor, emailKey: string): Promise<BookingRow[]> {
  return executor
    .selectFrom("bookings")
    .selectAll()
    .where("referrer_email_key", "=", emailKey)
    .orderBy("created_at", "desc")
    .execute();
}

export async function findBookingByReference(executor: Executor, typed: string): Promise<BookingRow | null> {
  const plain = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const reference = plain.replace(/^(MCA)?(.{4})(.{4})$/, "MCA-$2-$3");
  const row = await executor
    .selectFrom("bookings")
    .selectAll()
    .where("reference", "=", reference)
    .executeTakeFirst();
  return row ?? null;
}

/** Bookings to erase: pending or cancelled ones unchanged since `unrealised`, others since `realised` (UTC
 * instants). */
export async function bookingsPastRetention(
  executor: Executor,
  before: { unrealised: string; realised: string },
): Promise<BookingRow[]> {
  return executor
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
}
