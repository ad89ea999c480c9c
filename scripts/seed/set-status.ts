import type { Deps } from "#app/deps.server.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import type { BookingStatus } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { changeStatus } from "#app/features/staff/booking/change-status.server.ts";

/** Changes a booking's status as staff do, without a mail. Throws where that is refused. */
export async function setStatus(deps: Deps, booking: BookingRow, status: BookingStatus): Promise<BookingRow> {
  const result = await changeStatus(deps, {
    bookingId: booking.id,
    version: booking.version,
    status,
    reason: "",
    note: "",
    isDateAccepted: true,
    isReferrerTold: false,
    actor: SYSTEM,
    requestId: "seed",
  });
  if (!result.ok) throw new Error(`A demonstration booking cannot be ${status}: ${result.problem}`);
  return result.booking;
}
