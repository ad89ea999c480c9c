import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { cancelCost } from "#app/features/after-booking/own-booking/cancel-cost.ts";
import {
  answerRequestPage,
  openRequestPage,
} from "#app/features/after-booking/own-booking/make-request.server.ts";
import { BookingIsOver } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { CancelRequest } from "#app/features/after-booking/own-booking/request-forms.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { parseForm } from "#app/forms/read-form.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { londonDate } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/cancel";

export async function loader(args: Route.LoaderArgs) {
  const { page, headers } = await openRequestPage(args, "cancel");
  const today = londonDate(args.context.get(requestScope).deps.clock.now());
  return data(
    { ...page, cost: cancelCost(page.booking, today, currentOffer().rules.cancelFee) },
    { headers },
  );
}

export const action = once(async (args: Route.ActionArgs) => {
  const answer = await answerRequestPage(args, "cancel", (form) =>
    parseForm(form, CancelRequest, "Please check the note.", { isRaw: true }),
  );
  return answer instanceof Response ? answer : data(answer.reply, { status: answer.status });
});

export default function AskToCancel({ loaderData: { booking, canAsk, open, cost } }: Route.ComponentProps) {
  const form = useStepForm<typeof CancelRequest>({ id: "cancel", saved: { note: open?.note ?? "" } });
  return (
    <Page className="prose" title="Ask to cancel">
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
          <p>We answer by email. If a visit is soon, please also call us.</p>
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
              <Button look="danger">{open ? "Change my request" : "Ask to cancel"}</Button>
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
