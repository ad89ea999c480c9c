import type { Deps } from "#app/deps.server.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";
import { noteStaffView } from "#app/features/audit/note-staff-view.server.ts";
import { readBooking } from "#app/features/booking/queries.server.ts";
import type { BookingReadModel } from "#app/features/booking/read-model.ts";
import { requireBookingAccess } from "./booking-access.server.ts";

type Call = {
  deps: Deps;
  request: Request;
  requestId: string;
  params: Record<string, string | undefined>;
};

/** The booking at either of its two addresses; records a view by staff. Throws 404. */
export async function readBookingByCall(call: Call): Promise<BookingReadModel> {
  const { booking, principal } = await requireBookingAccess(call, call.params.bookingId);
  await noteStaffView(call.deps, {
    action: "booking.viewed",
    subject: { kind: "booking", id: booking.id },
    actor: actorOf(principal),
    requestId: call.requestId,
  });
  return readBooking(call.deps, booking);
}
