import { actorOf } from "#app/features/accounts/principal.server.ts";
import { noteStaffView } from "#app/features/audit/note-staff-view.server.ts";
import { requireBookingAccess } from "#app/features/api/booking-access.server.ts";
import { readConfirmation } from "#app/features/api/operations/bookings.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { readBooking } from "#app/features/booking/queries.server.ts";

const route = apiRoute(
  serve(readConfirmation, async (call) => {
    const { booking, principal } = await requireBookingAccess(call, call.params.bookingId);
    await noteStaffView(call.deps, {
      action: "booking.viewed",
      subject: { kind: "booking", id: booking.id },
      actor: actorOf(principal),
      requestId: call.requestId,
    });
    return call.reply(200, await readBooking(call.deps, booking));
  }),
);

/** GET: one booking, as its confirmation page shows it. */
export const loader = route.loader;
export const action = route.action;
