import { SelectField, Checkbox } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import { isReopening, nextStatuses, statusLabel, type BookingStatus } from "#app/features/booking/status.ts";
import { DATE_ACCEPTED, isDateProblem } from "./date-problem.ts";
import type { StatusChange } from "./status-schema.ts";
import { TextArea } from "#app/forms/text-fields.tsx";

type ChangeFieldsProps = {
  form: FormState<StatusChange>;
  isReasonOptional: boolean;
};

export function ChangeFields({ form, isReasonOptional }: ChangeFieldsProps) {
  return (
    <>
      <TextArea
        field={fieldOf(form, "reason")}
        label="Reason"
        isOptional={isReasonOptional}
        hint="Stays in the history. Please write nothing about anyone's health."
        rows={2}
      />
      <TextArea
        field={fieldOf(form, "note")}
        label="Note to the referrer"
        isOptional
        hint="Goes into the e-mail. Please leave out the client's name and anything about their health."
        rows={3}
      />
      <Checkbox field={fieldOf(form, "notify")} label="Tell the referrer by e-mail" />
    </>
  );
}

type StatusFormProps = { status: BookingStatus; version: number; hasDate: boolean; reply: unknown };

/** A booking that waits for its date to be confirmed can be confirmed by one button. */
export function StatusForm({ status, version, hasDate, reply }: StatusFormProps) {
  const form = useStepForm<StatusChange>({ id: "status-form", saved: { notify: "on" }, reply });
  const problem = (reply as { problem?: unknown } | undefined)?.problem;
  return (
    <StepForm form={form}>
      <input type="hidden" name="version" value={version} />
      {status === "pending" && hasDate ? (
        <p className="mb-4">
          <Button name="intent" value="confirm">
            Confirm this date
          </Button>
        </p>
      ) : null}
      <SelectField
        field={fieldOf(form, "status")}
        label="Change status to"
        emptyLabel="Choose a status"
        options={nextStatuses(status).map((next) => ({ value: next, label: statusLabel(next) }))}
      />
      <ChangeFields form={form} isReasonOptional={!isReopening(status)} />
      <div className="actions">
        <Button>Update status</Button>
        {isDateProblem(problem) ? (
          <Button look="quiet" name="dateAccepted" value="on">
            {DATE_ACCEPTED[problem]}
          </Button>
        ) : null}
      </div>
    </StepForm>
  );
}
