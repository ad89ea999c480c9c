import { optionsOf, RadioGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { Button } from "#app/ui/button.tsx";
import {
  CONDUCTED,
  HELD,
  NOT_HELD_REASONS,
  type Held,
  type OutcomeDetails,
} from "#app/features/visits/record/outcome.ts";

import type { OutcomeSchema } from "./outcome-schema.ts";

export const OUTCOME_FORM = "outcome-form";

type OutcomeFormProps = {
  /** Number of reports so far; 0 for a first one. */
  version: number;
  last: { held: Held; details: OutcomeDetails | null } | null;
  /** The agreed times, `HH:MM`: filled in where no others are recorded. */
  agreed: { start: string; end: string };
};

const savedOf = ({ last, agreed }: Omit<OutcomeFormProps, "version">) => ({
  ...(last && { held: last.held, notHeldReason: last.details?.reason ?? "" }),
  ...Object.fromEntries(Object.entries(last?.details ?? {}).map(([name, value]) => [name, value ?? ""])),
  startedAt: last?.details?.startedAt || agreed.start,
  endedAt: last?.details?.endedAt || agreed.end,
});

/** The form of an outcome. Style sheets show the half that applies to what is chosen. */
export function OutcomeForm({ version, ...outcome }: OutcomeFormProps) {
  const form = useStepForm<typeof OutcomeSchema>({ id: OUTCOME_FORM, saved: savedOf(outcome) });
  return (
    <StepForm form={form} autoComplete="off">
      <VersionField form={form} version={version} />
      <RadioGroup
        field={fieldOf(form, "held")}
        label="How much of the visit took place?"
        options={optionsOf(HELD)}
      />
      <fieldset className="when-held stack mt-6">
        <legend>
          <h2>If it was held</h2>
        </legend>
        <TextField
          field={fieldOf(form, "startedAt")}
          label="Start"
          hint="Such as 10:05 or 1005"
          inputMode="numeric"
        />
        <TextField
          field={fieldOf(form, "endedAt")}
          label="End"
          hint="Such as 11:30 or 1130"
          inputMode="numeric"
        />
        <RadioGroup
          field={fieldOf(form, "conducted")}
          label="How did you meet?"
          options={optionsOf(CONDUCTED)}
        />
        <TextField
          field={fieldOf(form, "identity")}
          label="How did you confirm who the person is?"
          hint="Such as: passport; named by the ward’s nurse"
        />
      </fieldset>
      <fieldset className="when-not-held stack mt-6">
        <legend>
          <h2>If it was not held</h2>
        </legend>
        <RadioGroup
          field={fieldOf(form, "notHeldReason")}
          label="Why not?"
          options={optionsOf(NOT_HELD_REASONS)}
        />
      </fieldset>
      <TextField
        field={fieldOf(form, "present")}
        label="Who was there?"
        isOptional
        hint="Besides you and the person"
      />
      <TextArea
        field={fieldOf(form, "note")}
        label="Note to the office"
        isAboutPerson
        isOptional
        hint="Needed when it was unsafe."
      />
      <div className="actions">
        <Button>{outcome.last ? "Correct outcome" : "Record outcome"}</Button>
      </div>
    </StepForm>
  );
}
