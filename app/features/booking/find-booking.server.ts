import type { Executor } from "#app/platform/database.server.ts";
import { preparedRow } from "#app/platform/prepared-query.server.ts";

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

/** The caller's right to it is proved next. */
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
