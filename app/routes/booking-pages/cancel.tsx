import { data } from "react-router";
import { cancelCost } from "#app/features/after-booking/own-booking/cancel-cost.ts";
import { openRequestPage, requestPage } from "#app/features/after-booking/own-booking/make-request.server.ts";
import { BookingIsOver } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { CancelRequest } from "#app/features/after-booking/own-booking/request-forms.server.ts";
import { cancelByRight } from "#app/features/staff/booking/cancel-by-right.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/cancel";

export async function loader(args: Route.LoaderArgs) {
  const { page, headers } = await openRequestPage(args, "cancel");
  return data({ ...page, cost: cancelCost(page.rights, currentOffer().rules.cancelFee) }, { headers });
}

const answer = requestPage("cancel", {
  schema: () => CancelRequest,
  summary: "Please check the note.",
  formId: "cancel",
  cancelByRight,
});

export const action = once(async (args: Route.ActionArgs) => answer(args));

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

/** A private person cancels while the law lets them; others ask, and staff decide. */
export default function Cancel({
  loaderData: { booking, canAsk, rights, open, cost },
}: Route.ComponentProps) {
  const form = useStepForm<typeof CancelRequest>({ id: "cancel", saved: { note: open?.note ?? "" } });
  return (
    <Page className="prose" title={canAsk && !rights ? "Ask to cancel" : "Cancel your booking"}>
      <p>
        Booking <strong className="inline-block">{booking.bookingReference}</strong>
      </p>
      {canAsk ? (
        <>
          <Alert heading={cost.heading}>
            {cost.sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Alert>
          <p>
            {rights
              ? "We confirm it by email. If a visit is today or tomorrow, please also call us."
              : "We answer by email. If a visit is soon, please also call us."}
          </p>
          <StepForm form={form} autoComplete="off">
            <TextArea
              field={fieldOf(form, "note")}
              label="Anything we should know"
              hint="You need not say why."
              rows={3}
              isAboutPerson
              isOptional
              isWide
            />
            <div className="actions">
              {rights ? (
                <Button look="danger" name="intent" value="cancel">
                  Cancel the booking
                </Button>
              ) : (
                <Button look="danger">{open ? "Change my request" : "Ask to cancel"}</Button>
              )}
              {open ? (
                <Button look="quiet" name="intent" value="withdraw">
                  Take it back
                </Button>
              ) : null}
              <ButtonLink look="quiet" to={`/booking/${booking.id}`}>
                Keep the booking
              </ButtonLink>
            </div>
          </StepForm>
        </>
      ) : (
        <BookingIsOver bookingId={booking.id} />
      )}
    </Page>
  );
}
