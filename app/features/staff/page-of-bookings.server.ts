import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";

/**
 * Bookings as staff's programs list them, newest first; `after` is where the page before ended. All of them without a
 * `limit`. Customers' own are in `customer-queries.server.ts`.
 */
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
