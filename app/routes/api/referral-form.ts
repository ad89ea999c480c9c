import { requireBookingAccess } from "#app/features/api/booking-access.server.ts";
import { updateReferralForm } from "#app/features/api/operations/referral-forms.ts";
import { saveReferralForm } from "#app/features/api/save-referral-form.server.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { findReferralBookingId } from "#app/features/referral/saved-referral.server.ts";

const route = apiRoute(
  serve(updateReferralForm, async (call) => {
    const bookingId = await findReferralBookingId(call.deps.db, call.params.formId ?? "");
    const access = await requireBookingAccess(call, bookingId);
    const { form } = await saveReferralForm(call, access, await call.readBody());
    return call.reply(200, form);
  }),
);

export const loader = route.loader;
export const action = route.action;
