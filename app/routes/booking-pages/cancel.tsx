import type { ConsumerRights } from "#app/features/booking/fields/consumer.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { data } from "react-router";
import {
  openRequestPage,
  requestPage,
  CancelRequest,
} from "#app/features/after-booking/own-booking/make-request.server.ts";
import { BookingIsOver, RequestNote } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { cancelByRight } from "#app/features/staff/booking/cancel-by-right.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/cancel";

/** The cost of cancelling now, and why. `rights` are those in force; `fee` is the practice's own words, empty where
 * none are set. */
function cancelCost(rights: ConsumerRights | null, fee: string) {
  if (rights) {
    return {
      heading: "You can cancel free of charge",
      sentences: [
        `You booked as a private person, so the law lets you cancel until ${formatLongDate(rights.lastDay)} without giving a reason. It takes effect at once, and a visit that is agreed does not take place. We pay back what you have paid within 14 days.`,
        "There is one exception. If you asked us to start within these 14 days, you pay for what we have done up to now. Once the assessment is complete, you can no longer cancel.",
      ],
    };
  }
  if (fee !== "") {
    return {
      heading: "Cancelling may cost something",
      sentences: [
        `${fee.replace(/\.$/, "")}.`,
        "This pays for the time that an assessor has already kept free or spent on your booking. We tell you the exact amount before we cancel.",
      ],
    };
  }
  return {
    heading: "There is no fixed fee",
    sentences: [
      "If an assessor has already spent time on your booking, we may charge for it. We tell you the amount and the reason before we cancel, and pay back the rest of what you have paid.",
    ],
  };
}

export async function loader(args: Route.LoaderArgs) {
  const { page, headers } = await openRequestPage(args, "cancel");
  return data({ ...page, cost: cancelCost(page.rights, currentOffer().rules.cancelFee) }, { headers });
}

export const action = once(
  requestPage("cancel", {
    schema: () => CancelRequest,
    summary: "Please check the note.",
    formId: "cancel",
    cancelByRight,
  }),
);

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
            <RequestNote field={fieldOf(form, "note")} hint="You need not say why." />
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
