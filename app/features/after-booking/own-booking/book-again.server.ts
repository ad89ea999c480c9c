import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import { actorOf, findPrincipal } from "#app/features/accounts/session/principal.server.ts";
import { tooManyDrafts } from "#app/features/before-booking/wizard/draft-guards.server.ts";
import {
  organisationToBookFor,
  referrerAnswersOf,
} from "#app/features/before-booking/wizard/booking-for.server.ts";
import {
  BOOKED_AGAIN,
  COPIED_REFERRAL,
  mayCopyReferral,
} from "#app/features/before-booking/wizard/copy-referral.server.ts";
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

/** Whether the new booking may have the answers of the referral forms. */
export async function mayTakeAnswersAlong(deps: Deps, request: Request, booking: BookingRow) {
  const organisationId = await organisationToBookFor(deps, request, booking.organisation_id);
  const actor = actorOf(await findPrincipal(deps, request));
  return mayCopyReferral(deps, booking, { organisation_id: organisationId ?? null }, actor);
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
  const organisationId = await organisationToBookFor(deps, request, booking.organisation_id);
  const isClientCopied = form.get("copyClient") === "on";
  const isReferralCopied = form.get("copyReferral") === "on";
  const answers = {
    ...answersOf(await readBooking(deps, booking), isClientCopied),
    [BOOKED_AGAIN]: booking.id,
    ...(isReferralCopied ? { [COPIED_REFERRAL]: booking.id } : {}),
  };
  const now = deps.clock.now().toISOString();
  const started = await startDraft(deps, request, {
    answers,
    tracking: readTracking(request, form, now, deps.env.APP_ORIGIN),
    clientAddress,
    formKey: readFormKey(deps, form),
    organisationId,
  });
  return leadOn(deps, request, form, stepHref("assessments", started.draft.id), started);
}
