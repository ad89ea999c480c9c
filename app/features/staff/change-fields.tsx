import { Checkbox } from "#app/forms/choice-fields.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import type { StatusChange } from "./status-schema.ts";

type ChangeFieldsProps = {
  form: FormState<StatusChange>;
  isReasonOptional: boolean;
};

/** The reason of a status change, a note to the referrer, and whether to mail them. */
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
