import { BackToBooking } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { bookAgain, mayTakeAnswersAlong } from "#app/features/after-booking/own-booking/book-again.server.ts";
import { openBooking, requireOwnBooking } from "#app/features/after-booking/pages/booking-page.server.ts";
import { clientName } from "#app/features/booking/record/booking-summary.ts";
import { findSavedReferral } from "#app/features/referral/saved-referral.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/book-again";

export async function loader(args: Route.LoaderArgs) {
  const { deps, booking, row, headers } = await openBooking(args);
  const hasReferral =
    (await findSavedReferral(deps.db, deps.secrets, row.id)) !== null &&
    (await mayTakeAnswersAlong(deps, args.request, row));
  return data({ booking, hasReferral }, { headers });
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const scope = context.get(requestScope);
  const { booking } = await requireOwnBooking(scope.deps, request, params.bookingId);
  return bookAgain(scope, request, { booking, form: await request.formData() });
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
