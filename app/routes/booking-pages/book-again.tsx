import type { Deps } from "#app/deps.server.ts";
import { actorOf, findPrincipal } from "#app/features/accounts/session/principal.server.ts";
import { tooManyDrafts } from "#app/features/before-booking/wizard/draft-guards.server.ts";
import {
  organisationToBookFor,
  referrerAnswersOf,
  answersOf,
} from "#app/features/before-booking/wizard/booking-for.server.ts";
import {
  BOOKED_AGAIN,
  COPIED_REFERRAL,
  mayCopyReferral,
} from "#app/features/before-booking/wizard/copy-referral.server.ts";
import { leadOn, mayStartDraft, startDraft } from "#app/features/before-booking/wizard/start-draft.server.ts";
import { CLIENT_FIELDS } from "#app/features/booking/fields/fields.ts";
import { stepHref } from "#app/features/booking/fields/steps.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { readTracking } from "#app/features/booking/fields/tracking.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { readFormKey } from "#app/platform/http/form-key.server.ts";
import { BackToBooking } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { openBooking, requireOwnBooking } from "#app/features/after-booking/pages/booking-page.server.ts";
import { clientName } from "#app/features/booking/record/booking-summary.ts";
import { findSavedReferral } from "#app/features/referral/saved-referral.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/book-again";

/** Whether the new booking may have the answers of the referral forms. */
async function mayTakeAnswersAlong(deps: Deps, request: Request, booking: BookingRow) {
  const organisationId = await organisationToBookFor(deps, request, booking.organisation_id);
  const actor = actorOf(await findPrincipal(deps, request));
  return mayCopyReferral(deps, booking, { organisation_id: organisationId ?? null }, actor);
}

export async function loader(args: Route.LoaderArgs) {
  const { deps, booking, row, headers } = await openBooking(args);
  const hasReferral =
    (await findSavedReferral(deps.db, deps.secrets, row.id)) !== null &&
    (await mayTakeAnswersAlong(deps, args.request, row));
  return data({ booking, hasReferral }, { headers });
}

/** Starts a booking with the referrer's details of an earlier one, and leads to step 2. The person's details and the
 * answers of the referral forms are copied where their boxes are ticked; the answers only once the new
 * booking is made. */
export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, clientAddress } = context.get(requestScope);
  const { booking } = await requireOwnBooking(deps, request, params.bookingId);
  const form = await request.formData();
  if (!(await mayStartDraft(deps, clientAddress))) throw tooManyDrafts(form);
  const organisationId = await organisationToBookFor(deps, request, booking.organisation_id);
  const isClientCopied = form.get("copyClient") === "on";
  const earlier = await readBooking(deps, booking);
  const { clientPhoneAsTyped: clientPhone, assessmentLocation } = earlier;
  const answers = {
    ...referrerAnswersOf(earlier),
    ...(isClientCopied && answersOf(earlier, CLIENT_FIELDS)),
    ...(isClientCopied && clientPhone && { clientPhone }),
    ...(!earlier.isVirtual && assessmentLocation && { assessmentLocation }),
    [BOOKED_AGAIN]: booking.id,
    ...(form.get("copyReferral") === "on" && { [COPIED_REFERRAL]: booking.id }),
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
});

export default function BookAgain({ loaderData: { booking, hasReferral } }: Route.ComponentProps) {
  return (
    <Page className="prose" title="Book again for the same person">
      <p>
        A new booking beside <strong className="inline-block">{booking.bookingReference}</strong>, which stays
        as it is. Your own details are filled in. You choose the assessments next, and nothing is booked until
        you confirm.
      </p>
      <PostForm id="book-again" className="stack">
        <fieldset className="field is-wide">
          <legend>What shall we copy?</legend>
          <label className="option">
            <input type="checkbox" name="copyClient" defaultChecked /> The details of the person to be
            assessed ({clientName(booking)})
          </label>
          {hasReferral ? (
            <label className="option">
              <input type="checkbox" name="copyReferral" defaultChecked /> Your answers in the referral forms,
              to be checked again
            </label>
          ) : null}
        </fieldset>
        <div className="actions">
          <Button>Start the new booking</Button>
          <BackToBooking id={booking.id} />
        </div>
      </PostForm>
    </Page>
  );
}
