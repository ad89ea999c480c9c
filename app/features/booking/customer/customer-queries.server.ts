import { sql } from "kysely";
import type { Account } from "#app/features/accounts/principal.server.ts";
import type { Db } from "#app/platform/database.server.ts";
import type { BookingRow } from "#app/platform/tables.ts";

/** What a customer may see (DESIGN decisions 16 and 17); newest first, `before` is the last id of the page before. */

export type CustomerPage = { limit?: number; before?: string };

type Who = Pick<Account, "userId" | "emailKey" | "isEmailConfirmed">;

function isOlderThan(bookingId: string) {
  return sql<boolean>`(bookings.created_at, bookings.id) < (select b.created_at, b.id from bookings b where b.id = ${bookingId})`;
}

/** "My Bookings": those that were linked to the account. */
export async function listCustomerBookings(
  deps: { db: Db },
  account: Who,
  page: CustomerPage = {},
): Promise<BookingRow[]> {
  return deps.db
    .selectFrom("bookings")
    .innerJoin("customer_bookings", "customer_bookings.booking_id", "bookings.id")
    .selectAll("bookings")
    .where("customer_bookings.user_id", "=", account.userId)
    .$if(page.before !== undefined, (query) => query.where(isOlderThan(page.before!)))
    .orderBy("bookings.created_at", "desc")
    .orderBy("bookings.id", "desc")
    .$if(page.limit !== undefined, (query) => query.limit(page.limit!))
    .execute();
}

/**
 * "My Referrals": those on which the user is the referrer. Before their address is confirmed, that is only what was
 * linked to the account: anybody can type an address.
 */
export async function listCustomerReferrals(
  deps: { db: Db },
  account: Who,
  page: CustomerPage = {},
): Promise<BookingRow[]> {
  return deps.db
    .selectFrom("bookings")
    .selectAll("bookings")
    .where("referrer_email_key", "=", account.emailKey)
    .$if(!account.isEmailConfirmed, (query) =>
      query.where("id", "in", (eb) =>
        eb.selectFrom("customer_bookings").select("booking_id").where("user_id", "=", account.userId),
      ),
    )
    .$if(page.before !== undefined, (query) => query.where(isOlderThan(page.before!)))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .$if(page.limit !== undefined, (query) => query.limit(page.limit!))
    .execute();
}
