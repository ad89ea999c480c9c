import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { requireBookingAccess } from "#app/features/api/booking-access.server.ts";
import { REFERRAL_CALLS } from "#app/features/api/operations/referral-forms.ts";
import { saveReferralForm } from "#app/features/api/save-referral-form.server.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { readReferralRecord } from "#app/features/referral/queries.server.ts";
import { findReferralBookingId } from "#app/features/referral/saved-referral.server.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";

export const loader = apiRoute(
  serve(REFERRAL_CALLS.createReferralForm, async (call) => {
    const { bookingId, ...sections } = await call.readBody();
    const access = await requireBookingAccess(call, bookingId);
    const { isNew, form } = await saveReferralForm(call, access, sections);
    return call.reply(isNew ? 201 : 200, form);
  }),
  serve(REFERRAL_CALLS.updateReferralForm, async (call) => {
    const bookingId = await findReferralBookingId(call.deps.db, call.params.formId ?? "");
    const access = await requireBookingAccess(call, bookingId);
    const { form } = await saveReferralForm(call, access, await call.readBody());
    return call.reply(200, form);
  }),
  serve(REFERRAL_CALLS.readReferralForm, async (call) => {
    const { deps } = call;
    const { booking } = await requireBookingAccess(call, call.params.bookingId);
    await recordStaffView(deps, call.by, "referral.viewed", ["booking", booking.id]);
    return call.reply(200, await readReferralRecord(deps, booking));
  }),
);
export const action = formLimit(LONG_FORM, loader);
