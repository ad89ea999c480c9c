import { SelectField, Checkbox } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import { isReopening, nextStatuses, statusLabel, type BookingStatus } from "#app/features/booking/status.ts";

type StatusFormProps = { status: BookingStatus; version: number; reply: unknown };

/** Moves a booking on, with a note to the referrer (DESIGN decision 22). */
export function StatusForm({ status, version, reply }: StatusFormProps) {
  const [form, fields] = useStepForm({ id: "status-form", saved: { notify: "on" }, reply });
  return (
    <StepForm form={form} fields={fields}>
      <input type="hidden" name="version" value={version} />
      <SelectField
        field={fields.status!}
        label="Change status to"
        emptyLabel="Choose a status"
        options={nextStatuses(status).map((next) => ({ value: next, label: statusLabel(next) }))}
      />
      <TextArea
        field={fields.reason!}
        label="Reason"
        isOptional={!isReopening(status)}
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
      <Button>Update status</Button>
    </StepForm>
  );
}
