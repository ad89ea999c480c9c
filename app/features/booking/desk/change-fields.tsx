import { Checkbox } from "#app/forms/choice-fields.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import type { useStepForm } from "#app/forms/use-step-form.ts";

type ChangeFieldsProps = { fields: ReturnType<typeof useStepForm>[1]; isReasonOptional: boolean };

/** What goes with every change of status: why, what the referrer is told, and whether they are. */
export function ChangeFields({ fields, isReasonOptional }: ChangeFieldsProps) {
  return (
    <>
      <TextArea
        field={fields.reason!}
        label="Reason"
        isOptional={isReasonOptional}
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
    </>
  );
}
