import { SelectField } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import { isReopening, nextStatuses, statusLabel, type BookingStatus } from "#app/features/booking/status.ts";
import { DATE_ACCEPTED, isDateProblem } from "./date-problem.ts";
import { ChangeFields } from "./change-fields.tsx";
import type { StatusChange } from "./status-schema.ts";

type StatusFormProps = { status: BookingStatus; version: number; reply: unknown };

export function StatusForm({ status, version, reply }: StatusFormProps) {
  const form = useStepForm<StatusChange>({ id: "status-form", saved: { notify: "on" }, reply });
  const problem = (reply as { problem?: unknown } | undefined)?.problem;
  return (
    <StepForm form={form}>
      <input type="hidden" name="version" value={version} />
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
