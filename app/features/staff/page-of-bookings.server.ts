import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";

/** Bookings for the API, newest first, all without a `limit`; `after` is where the previous page ended. */
export async function pageOfBookings(
  deps: Pick<Deps, "db">,
  page: { limit?: number | undefined; after?: { createdAt: string; id: string } | undefined } = {},
): Promise<BookingRow[]> {
  const { limit, after } = page;
  let query = deps.db.selectFrom("bookings").selectAll();
  if (after) {
    query = query.where((eb) =>
      eb.or([
        eb("created_at", "<", after.createdAt),
        eb.and([eb("created_at", "=", after.createdAt), eb("id", "<", after.id)]),
      ]),
    );
  }
  if (limit !== undefined) query = query.limit(limit);
  return query.orderBy("created_at", "desc").orderBy("id", "desc").execute();
}
