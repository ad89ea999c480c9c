import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/platform/tables.ts";

/** Whose bookings: all of them for staff, or a customer's own in one of two senses (SPEC section 2, "Customer dashboard"). */
export type Whose =
  | { kind: "all" }
  /** Linked to the account: the booking it was registered from, and those that were added. */
  | { kind: "linked"; userId: string }
  /** Made with the account's address, as far as that is proved: it was confirmed, or the booking is linked. */
  | { kind: "referred"; userId: string; emailKey: string; isEmailConfirmed: boolean };

/** Newest first; `after` is the last booking of the page before. All of them without a `limit`. */
export async function pageOfBookings(
  deps: Pick<Deps, "db">,
  whose: Whose,
  page: { limit?: number | undefined; after?: { createdAt: string; id: string } | undefined } = {},
): Promise<BookingRow[]> {
  let query = deps.db.selectFrom("bookings").selectAll("bookings");
  if (whose.kind !== "all") {
    const linked = deps.db
      .selectFrom("customer_bookings")
      .select("booking_id")
      .where("user_id", "=", whose.userId);
    if (whose.kind === "linked" || !whose.isEmailConfirmed) query = query.where("id", "in", linked);
  }
  if (whose.kind === "referred") query = query.where("referrer_email_key", "=", whose.emailKey);
  const { limit, after } = page;
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
