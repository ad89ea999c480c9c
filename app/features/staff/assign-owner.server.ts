import { findStaff } from "#app/features/accounts/queries.server.ts";
import { recordAudit, type Author } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { noteOnBooking } from "#app/features/booking/write-booking.server.ts";
import { bookingToChange } from "./booking-to-change.server.ts";

/** Gives a booking to a member of staff, or to nobody (`ownerId` null). */
export async function assignOwner(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  change: Author & { bookingId: string; ownerId: string | null },
): Promise<"assigned" | "not-found" | "restricted" | "not-staff"> {
  const { ownerId } = change;
  const owner = ownerId === null ? null : (await findStaff(deps)).find(({ id }) => id === ownerId);
  if (owner === undefined) return "not-staff";
  return deps.db.transaction().execute(async (trx) => {
    const booking = await bookingToChange(trx, change.bookingId);
    if (typeof booking === "string") return booking;
    if (booking.owner_id === ownerId) return "assigned";
    await noteOnBooking(trx, deps, booking.id, { owner_id: ownerId });
    await recordAudit(trx, deps, change, "booking.owner-changed", ["booking", booking.id], {
      changedFields: ["owner"],
      note: owner ? `Now with ${owner.name}` : "Now with nobody",
    });
    return "assigned";
  });
}
