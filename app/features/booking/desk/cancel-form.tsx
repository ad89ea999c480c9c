import { Checkbox } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";

/** Asks once more before a booking is cancelled. */
export function CancelForm(props: { bookingId: string; version: number; reply: unknown }) {
  const [form, fields] = useStepForm({ id: "cancel-form", saved: { notify: "on" }, reply: props.reply });
  return (
    <StepForm form={form} fields={fields}>
      <input type="hidden" name="version" value={props.version} />
      <TextArea
        field={fields.reason!}
        label="Reason"
        isOptional
        hint="Stays in the history. Please write nothing about anyone's health."
        rows={2}
      />
      <TextArea
        field={fields.note!}
        label="Note to the referrer"
        isOptional
        hint="Goes into the e-mail. Please leave out the client's name and anything about their health."
        rows={3}
      />
      <Checkbox field={fields.notify!} label="Tell the referrer by e-mail" />
      <div className="actions">
        <Button look="danger">Cancel booking</Button>
        <ButtonLink look="quiet" to={`/admin/bookings/${props.bookingId}`}>
          Keep it
        </ButtonLink>
      </div>
    </StepForm>
  );
}
