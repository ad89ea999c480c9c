import { requireBookingAccess } from "#app/features/api/booking-access.server.ts";
import { createReferralForm } from "#app/features/api/operations/referral-forms.ts";
import { saveReferralForm } from "#app/features/api/save-referral-form.server.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";

const route = apiRoute(
  serve(createReferralForm, async (call) => {
    const { bookingId, ...sections } = await call.readBody();
    const access = await requireBookingAccess(call, bookingId);
    const { isNew, form } = await saveReferralForm(call, access, sections);
    return call.reply(isNew ? 201 : 200, form);
  }),
);

export const loader = route.loader;
export const action = route.action;
