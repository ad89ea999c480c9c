import type { RequestScope } from "#app/context.ts";
import { tooManyDrafts } from "#app/features/before-booking/wizard/draft-guards.server.ts";
import {
  organisationToBookFor,
  referrerAnswersOf,
} from "#app/features/before-booking/wizard/booking-for.server.ts";
import { COPIED_REFERRAL } from "#app/features/before-booking/wizard/copy-referral.server.ts";
import { leadOn, mayStartDraft, startDraft } from "#app/features/before-booking/wizard/start-draft.server.ts";
import { CLIENT_FIELDS } from "#app/features/booking/fields/fields.ts";
import { listFields } from "#app/features/booking/fields/field-values.ts";
import { stepHref, type Answers } from "#app/features/booking/fields/steps.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { readTracking } from "#app/features/booking/fields/tracking.ts";
import { readBooking, type BookingReadModel } from "#app/features/booking/record/queries.server.ts";
import { readFormKey } from "#app/platform/http/form-key.server.ts";

function answersOf(booking: BookingReadModel, isClientCopied: boolean): Answers {
  const values: Readonly<Record<string, unknown>> = booking;
  const client = listFields(isClientCopied ? CLIENT_FIELDS : {}).flatMap(({ name }) => {
    const value = values[name];
    return typeof value === "string" && value !== "" ? [[name, value]] : [];
  });
  return {
    ...referrerAnswersOf(booking),
    ...(Object.fromEntries(client) as Answers),
    ...(isClientCopied && booking.clientPhoneAsTyped ? { clientPhone: booking.clientPhoneAsTyped } : {}),
    ...(booking.isVirtual || !booking.assessmentLocation
      ? {}
      : { assessmentLocation: booking.assessmentLocation }),
  };
}

/** Starts a booking with the referrer's details of an earlier one, and leads to step 2. The person's details and the
 * answers of the referral forms are copied where their boxes are ticked; the answers only once the new
 * booking is made. */
export async function bookAgain(
  { deps, clientAddress }: Pick<RequestScope, "deps" | "clientAddress">,
  request: Request,
  { booking, form }: { booking: BookingRow; form: FormData },
): Promise<Response> {
  if (!(await mayStartDraft(deps, clientAddress))) throw tooManyDrafts(form);
  const isClientCopied = form.get("copyClient") === "on";
  const isReferralCopied = form.get("copyReferral") === "on";
  const answers = {
    ...answersOf(await readBooking(deps, booking), isClientCopied),
    ...(isReferralCopied ? { [COPIED_REFERRAL]: booking.id } : {}),
  };
  const now = deps.clock.now().toISOString();
  const started = await startDraft(deps, request, {
    answers,
    tracking: readTracking(request, form, now, deps.env.APP_ORIGIN),
    clientAddress,
    formKey: readFormKey(deps, form),
    organisationId: await organisationToBookFor(deps, request, booking.organisation_id),
  });
  return leadOn(deps, request, form, stepHref("assessments", started.draft.id), started);
}
