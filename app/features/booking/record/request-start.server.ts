import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { bookingToFill } from "./booking-to-change.server.ts";
import { updateBooking } from "./write-booking.server.ts";

/** Records that a consumer wants the service to start while they may still cancel. False when the booking
 * takes no change. */
export async function requestStart(deps: Deps, bookingId: string, by: ActedByRequest): Promise<boolean> {
  return transact(deps.db, async (trx) => {
    const booking = await bookingToFill(trx, bookingId);
    if (typeof booking === "string") return false;
    if (booking.start_requested === 1) return true;
    await updateBooking(trx, deps, booking, { start_requested: 1 });
    await recordAudit(trx, deps, by, "booking.start-requested", ["booking", booking.id]);
    return true;
  });
}
