import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, DONE } from "./change-booking.server.ts";
import { updateBooking } from "./write-booking.server.ts";

/** Records that a consumer wants the service to start while they may still cancel. */
export async function requestStart(deps: Deps, bookingId: string, by: ActedByRequest) {
  return changeBooking(deps, { bookingId, by, bindsReferrer: true }, async (inside, booking) => {
    if (booking.start_requested === 1) return DONE;
    await updateBooking(inside.db, inside, booking, { start_requested: 1 });
    await recordAudit(inside, by, "booking.start-requested", ["booking", booking.id]);
    return DONE;
  });
}
