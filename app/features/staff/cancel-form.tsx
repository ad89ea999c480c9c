import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ChangeFields } from "./change-fields.tsx";
import type { StatusChange } from "./status-schema.ts";

export function CancelForm(props: { bookingId: string; version: number; reply: unknown }) {
  const form = useStepForm<StatusChange>({ id: "cancel-form", saved: { notify: "on" }, reply: props.reply });
  return (
    <StepForm form={form}>
      <input type="hidden" name="version" value={props.version} />
      <ChangeFields form={form} isReasonOptional />
      <div className="actions">
        <Button look="danger">Cancel booking</Button>
        <ButtonLink look="quiet" to={`/admin/bookings/${props.bookingId}`}>
          Keep it
        </ButtonLink>
      </div>
    </StepForm>
  );
}
