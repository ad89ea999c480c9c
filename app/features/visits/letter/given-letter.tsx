import { Checkbox, RadioGroup } from "#app/forms/choice-fields.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { LetterGivenForm } from "./letter-schema.ts";
import { ASSESSOR_WAYS, LETTER_WAYS } from "#app/features/visits/record/letter-ways.ts";
import type { openStaffLetter } from "./open-letter.server.ts";

type Opened = Awaited<ReturnType<typeof openStaffLetter>>;

const STAFFS_WAYS = Object.entries(LETTER_WAYS).map(([value, label]) => ({
  value,
  label,
  ...(value === "referrer" && { hint: "Their booking page then has the letter to print." }),
}));

const ASSESSORS_WAYS = ASSESSOR_WAYS.map((value) => ({ value, label: LETTER_WAYS[value] }));

const DONE = { letter: "The letter was recorded.", "letter-removed": "The record was removed." };

/** The days and ways in which the letter was given, and the form that records another: of staff, or of the assessor who
 * gave it. A record made by mistake can be removed. */
export function GivenLetter({ opened, isByAssessor = false }: { opened: Opened; isByAssessor?: boolean }) {
  const { given, isChangedSince, lacksEasyRead, today, unchecked } = opened;
  const saved = isByAssessor ? { way: ASSESSOR_WAYS[0] } : { notify: "on" };
  const form = useStepForm<LetterGivenForm>({ id: "letter-form", saved: { ...saved, givenOn: today } });
  const heading = isByAssessor ? "Have you given the letter?" : "How the letter is given";
  const ways = isByAssessor ? ASSESSORS_WAYS : STAFFS_WAYS;
  return (
    <Card heading={heading} className="stack no-print">
      <Done text={useDone(DONE)} />
      {lacksEasyRead ? (
        <Alert tone="warning">
          <p>
            This person needs easy read. That letter is not offered until an Administrator names who checked
            it (Settings, Checked texts).
          </p>
        </Alert>
      ) : null}
      {isChangedSince ? (
        <Alert
          tone="warning"
          text="The visit has changed since the letter was given. Please give the person a new one."
        />
      ) : null}
      {given.length > 0 ? (
        <ul className="stack">
          {given.map(({ id, words, who, mayRemove }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-5 gap-y-2">
              <span>
                {words}, recorded by {who}
              </span>
              {mayRemove ? (
                <PostForm>
                  <input type="hidden" name="letterId" value={id} />
                  <Button look="quiet" isSmall intent="remove" aria-label={`Remove: ${words}`}>
                    Remove
                  </Button>
                </PostForm>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      <StepForm form={form} autoComplete="off">
        <RadioGroup field={fieldOf(form, "way")} label="How" options={ways} />
        <TextField field={fieldOf(form, "givenOn")} label="Day" type="date" />
        {isByAssessor ? null : (
          <Checkbox
            field={fieldOf(form, "notify")}
            label="Tell the referrer by email"
            hint="Only about a letter handed to the referrer. The email has a link to it, and no names."
          />
        )}
        <div className="actions">
          <Button look="quiet">Record the letter</Button>
        </div>
      </StepForm>
      {unchecked.length > 0 && !isByAssessor ? (
        <p className="note">
          Not offered until an Administrator names who checked them (Settings, Checked texts):{" "}
          {unchecked.join(", ")}.
        </p>
      ) : null}
    </Card>
  );
}
