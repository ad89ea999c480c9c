import type { Personal } from "#app/features/data-protection/personal.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { eraseAccount } from "#app/features/accounts/record/erase-account.server.ts";

/** The `email_key` of a booking's account until its address is confirmed. */
export const unconfirmedKeyOf = (bookingId: string): string => `unconfirmed:${bookingId}`;

/** Removes a booking from every account but its referrer's confirmed one, after a link or an address was wrong. An
 * unconfirmed account made from it is deleted. */
export async function unlinkBooking(executor: Executor, booking: { id: string; referrerEmailKey: string }) {
  const unconfirmed = await executor
    .selectFrom("users")
    .select("id")
    .where("email_key", "=", unconfirmedKeyOf(booking.id))
    .executeTakeFirst();
  if (unconfirmed) await eraseAccount(executor, unconfirmed.id);
  await executor
    .deleteFrom("customer_bookings")
    .where("booking_id", "=", booking.id)
    .where("user_id", "not in", (eb) =>
      eb
        .selectFrom("users")
        .select("id")
        .where("email_key", "=", booking.referrerEmailKey)
        .where("email_confirmed_at", "is not", null),
    )
    .execute();
}

export const personal: Personal = {
  eraseBooking: (trx, _, id) => unlinkBooking(trx, { id, referrerEmailKey: "" }),
};
