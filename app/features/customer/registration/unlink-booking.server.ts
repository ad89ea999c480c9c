import type { Executor } from "#app/platform/database.server.ts";
import { eraseAccount } from "#app/features/accounts/erase-account.server.ts";
import { unconfirmedKeyOf } from "./unconfirmed-key.ts";

/**
 * Takes a booking out of every account but that of its referrer's own, confirmed address: after a link or an address
 * proved wrong, whoever registered with it must not keep what it opened. An account that was made from it and not
 * confirmed goes: it has nothing else, and the referrer may make another.
 */
export async function unlinkBooking(
  executor: Executor,
  booking: { id: string; referrerEmailKey: string },
): Promise<void> {
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
