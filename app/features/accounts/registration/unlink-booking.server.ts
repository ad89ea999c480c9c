import type { Executor } from "#app/platform/database.server.ts";

/**
 * Takes a booking out of every account but that of its referrer's own, confirmed address: after a link or an address
 * proved wrong, whoever registered with it must not keep what it opened.
 */
export async function unlinkBooking(
  executor: Executor,
  booking: { id: string; referrerEmailKey: string },
): Promise<void> {
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
