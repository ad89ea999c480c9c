import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import type { Executor } from "#app/platform/database.server.ts";

/** Like `bookingToChange`, for a change that adds personal data: `erased` for an erased booking. */
export async function bookingToFill(trx: Executor, bookingId: string) {
  const booking = await bookingToChange(trx, bookingId);
  return typeof booking !== "string" && isErased(booking) ? "erased" : booking;
}

/** The booking that staff are about to change, in the transaction of the change. */
export async function bookingToChange(
  trx: Executor,
  bookingId: string,
): Promise<BookingRow | "not-found" | "restricted"> {
  const booking = await trx.selectFrom("bookings").selectAll().where("id", "=", bookingId).executeTakeFirst();
  if (!booking) return "not-found";
  return (await isBookingRestricted(trx, booking)) ? "restricted" : booking;
}
