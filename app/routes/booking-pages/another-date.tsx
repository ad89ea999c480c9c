import { data } from "react-router";
import {
  openRequestPage,
  requestPage,
  dateRequest,
  type DateRequest,
} from "#app/features/after-booking/own-booking/make-request.server.ts";
import {
  BookingIsOver,
  BackToBooking,
  RequestNote,
} from "#app/features/after-booking/own-booking/own-booking.tsx";
import { DateField } from "#app/forms/date-field.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { Times } from "#app/ui/times.tsx";
import type { Route } from "./+types/another-date";

export async function loader(args: Route.LoaderArgs) {
  const { page, headers } = await openRequestPage(args, "date");
  return data(page, { headers });
}

export const action = once(
  requestPage("date", { schema: dateRequest, summary: "Please check the date.", formId: "another-date" }),
);

function dateSoFar(day: Route.ComponentProps["loaderData"]["day"]): string {
  if (day === null) return "not specified";
  return day.as === "wish" ? `${day.when}, as you wished. It is not agreed yet` : day.when;
}

export default function AnotherDate({ loaderData: { booking, day, canAsk, open } }: Route.ComponentProps) {
  const saved = { preferredDate: open?.day ?? "", note: open?.note ?? "" };
  const form = useStepForm<DateRequest>({ id: "another-date", saved });
  return (
    <Page className="prose" title="Ask for another date">
      <p>
        Booking <strong className="inline-block">{booking.bookingReference}</strong>. Your date so far:{" "}
        <Times>{dateSoFar(day)}</Times>.
      </p>
      {canAsk ? (
        <>
          <p>
            We will check whether an assessor is free on the new date and reply by email. Until then
            everything stays as it is.
          </p>
          <StepForm form={form} autoComplete="off">
            <DateField
              form={form}
              field={fieldOf(form, "preferredDate")}
              label="Which date would suit you?"
              hint="For example, 27 3 2027"
            />
            <RequestNote field={fieldOf(form, "note")} hint="Such as a time of day. You need not say why." />
            <div className="actions">
              <Button>{open ? "Change my request" : "Send request"}</Button>
              {open ? (
                <Button look="quiet" name="intent" value="withdraw">
                  Take it back
                </Button>
              ) : null}
              <BackToBooking id={booking.id} />
            </div>
          </StepForm>
        </>
      ) : (
        <BookingIsOver bookingId={booking.id} />
      )}
    </Page>
  );
}
