import { RadioGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { LetterGivenForm } from "./letter-schema.ts";
import { LETTER_WAYS } from "./letter-ways.ts";
import type { openStaffLetter } from "./open-letter.server.ts";

const WAY_OPTIONS = Object.entries(LETTER_WAYS).map(([value, label]) => ({
  value,
  label,
  ...(value === "referrer" && { hint: "Their booking page then has the letter to print." }),
}));

/** Staff's record of the days and ways in which the letter was given. */
export function GivenLetter({ opened }: { opened: Awaited<ReturnType<typeof openStaffLetter>> }) {
  const { given, isChangedSince, today, unchecked } = opened;
  const form = useStepForm<LetterGivenForm>({ id: "letter-form", saved: { givenOn: today } });
  return (
    <Card heading="How the letter is given" className="stack no-print">
      {isChangedSince ? (
        <Alert tone="warning">
          <p>The visit has changed since the letter was given. Please give the person a new one.</p>
        </Alert>
      ) : null}
      {given.length > 0 ? (
        <ul className="list-disc pl-5">
          {given.map(({ id, words, who }) => (
            <li key={id}>
              {words}, recorded by {who}
            </li>
          ))}
        </ul>
      ) : null}
      <StepForm form={form} autoComplete="off">
        <RadioGroup field={fieldOf(form, "way")} label="How" options={WAY_OPTIONS} />
        <TextField field={fieldOf(form, "givenOn")} label="Day" type="date" />
        <div className="actions">
          <Button>Record the letter</Button>
        </div>
      </StepForm>
      {unchecked.length > 0 ? (
        <p className="note">
          Not offered, because nobody has checked these texts yet: {unchecked.join(", ")}.
        </p>
      ) : null}
    </Card>
  );
}
