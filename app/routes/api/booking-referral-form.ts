import { actorOf } from "#app/features/accounts/principal.server.ts";
import { noteStaffView } from "#app/features/audit/note-staff-view.server.ts";
import { requireBookingAccess } from "#app/features/api/booking-access.server.ts";
import { readReferralForm } from "#app/features/api/operations/referral-forms.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { findSavedReferral, toReferralRecord } from "#app/features/referral/saved-referral.server.ts";

const route = apiRoute(
  serve(readReferralForm, async (call) => {
    const { booking, principal } = await requireBookingAccess(call, call.params.bookingId);
    await noteStaffView(call.deps, {
      action: "referral.viewed",
      subject: { kind: "booking", id: booking.id },
      actor: actorOf(principal),
      requestId: call.requestId,
    });
    const saved = await findSavedReferral(call.deps.db, call.deps.secrets, booking.id);
    return call.reply(200, saved && toReferralRecord(saved));
  }),
);

export const loader = route.loader;
export const action = route.action;
