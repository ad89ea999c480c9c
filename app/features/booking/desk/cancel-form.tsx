import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ChangeFields } from "./change-fields.tsx";

/** Asks once more before a booking is cancelled. */
export function CancelForm(props: { bookingId: string; version: number; reply: unknown }) {
  const [form, fields] = useStepForm({ id: "cancel-form", saved: { notify: "on" }, reply: props.reply });
  return (
    <StepForm form={form} fields={fields}>
      <input type="hidden" name="version" value={props.version} />
      <ChangeFields fields={fields} isReasonOptional />
      <div className="actions">
        <Button look="danger">Cancel booking</Button>
        <ButtonLink look="quiet" to={`/admin/bookings/${props.bookingId}`}>
          Keep it
        </ButtonLink>
      </div>
    </StepForm>
  );
}
