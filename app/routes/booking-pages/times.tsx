import { BackToBooking } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { Link, useActionData } from "react-router";
import { answerTimesPage, openTimesPage } from "#app/features/after-booking/own-booking/times-page.server.ts";
import { RadioGroup } from "#app/forms/choice-fields.tsx";
import type { FormReply } from "#app/forms/read-form.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { Times } from "#app/ui/times.tsx";
import type { Route } from "./+types/times";

export const loader = openTimesPage;

export const action = once(answerTimesPage);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function ChooseTime({ loaderData: page }: Route.ComponentProps) {
  const { id, reference, sentence, times, until } = page;
  const form = useStepForm<{ time: string; note: string }>({ id: "times-form" });
  const reply = useActionData<FormReply>();
  const isNew = reply && reply.summary !== sentence && times.length === 0;
  return (
    <Page className="prose" title="Choose a time for the visit">
      <p>
        Booking <strong className="inline-block">{reference}</strong>.{" "}
        {until ? `Please choose until ${until}. ` : null}
        {times.length > 0 ? "All times are UK times." : null}
      </p>
      {isNew ? <Alert tone="bad" isLive text={reply.summary} /> : null}
      {times.length === 0 ? (
        <>
          <p role="status">
            <Times>{sentence}</Times>
          </p>
          <p>
            <Link to={`/booking/${id}`}>Back to the booking</Link>
          </p>
        </>
      ) : (
        <StepForm form={form} autoComplete="off" enterIntent="choose">
          <RadioGroup
            field={fieldOf(form, "time")}
            label="Which time suits?"
            isWide
            options={times.map(({ id: value, label, about }) => ({
              value,
              label: <Times>{label}</Times>,
              hint: about.join(", "),
            }))}
          />
          <div className="actions">
            <Button intent="choose">Choose this time</Button>
          </div>
          {until ? (
            <>
              <h2 className="mt-6">If none suits</h2>
              <TextArea
                field={fieldOf(form, "note")}
                label="Which days and times would suit?"
                rows={3}
                isOptional
                isWide
              />
            </>
          ) : (
            <p>If none suits, you need do nothing: we will be in touch.</p>
          )}
          <div className="actions">
            {until ? (
              <Button look="quiet" intent="none">
                None of these
              </Button>
            ) : null}
            <BackToBooking id={id} />
          </div>
        </StepForm>
      )}
    </Page>
  );
}
