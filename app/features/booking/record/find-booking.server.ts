import type { Executor } from "#app/platform/database.server.ts";
import { preparedRow } from "#app/platform/prepared-query.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";

/** For jobs that act for the company. Requests use `requireBooking`, which also proves the caller's right. */
export const findBookingForJob = preparedRow((executor, bookingId: string) =>
  executor.selectFrom("bookings").selectAll().where("id", "=", bookingId),
);

export const bookingOfDraft = preparedRow((executor, draftId: string) =>
  executor.selectFrom("bookings").selectAll().where("draft_id", "=", draftId),
);

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

export const bookingWithReference = preparedRow((executor, reference: string) =>
  executor.selectFrom("bookings").selectAll().where("reference", "=", reference),
);

export const REFERENCE_PREFIX = "MCA";

/** With or without hyphens, spaces and the prefix. */
export function findBookingByReference(executor: Executor, typed: string): Promise<BookingRow | null> {
  const plain = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return bookingWithReference(executor, plain.replace(/^(MCA)?(.{4})(.{4})$/, `${REFERENCE_PREFIX}-$2-$3`));
}

export async function bookingsOfReferrer(executor: Executor, emailKey: string): Promise<BookingRow[]> {
  return executor
    .selectFrom("bookings")
    .selectAll()
    .where("referrer_email_key", "=", emailKey)
    .orderBy("created_at", "desc")
    .execute();
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
