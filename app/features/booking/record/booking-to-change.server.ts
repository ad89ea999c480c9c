import type { ActedBy } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import type { KeptOut } from "#app/features/data-protection/restriction.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { findBooking } from "./find-booking.server.ts";

/** Like `bookingToChange`, for a change that adds personal data: `erased` for an erased booking. */
export async function bookingToFill(trx: Executor, bookingId: string) {
  const booking = await bookingToChange(trx, bookingId);
  return typeof booking !== "string" && isErased(booking) ? "erased" : booking;
}

const isReferrer = ({ actor }: Pick<ActedBy, "actor">) =>
  actor.kind === "visitor" || actor.kind === "customer";

/** Why somebody may change nothing about a booking, in the transaction of the change: nobody may once it was
 * erased. A restriction binds the practice and its assessors; what referrers say about their own booking is theirs
 * to say. */
export async function whyKeptOut(
  trx: Executor,
  bookingId: string,
  { actor }: Pick<ActedBy, "actor">,
): Promise<KeptOut | null> {
  const booking = await findBooking(trx, bookingId);
  if (!booking || isErased(booking)) return "erased";
  return !isReferrer({ actor }) && (await isBookingRestricted(trx, booking)) ? "restricted" : null;
}

/** The booking that staff are about to change, in the transaction of the change. With `by`, a restriction does not
 * bind its referrer. */
export async function bookingToChange(
  trx: Executor,
  bookingId: string,
  by?: Pick<ActedBy, "actor">,
): Promise<BookingRow | "not-found" | "restricted"> {
  const booking = await findBooking(trx, bookingId);
  if (!booking) return "not-found";
  const isBound = by === undefined || !isReferrer(by);
  return isBound && (await isBookingRestricted(trx, booking)) ? "restricted" : booking;
}
