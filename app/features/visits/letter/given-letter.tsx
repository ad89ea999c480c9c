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
import type { openAssessorLetter, openStaffLetter } from "./open-letter.server.ts";

type Opened<Open extends (...args: never[]) => unknown> = Exclude<Awaited<ReturnType<Open>>, { why: string }>;

const STAFFS_WAYS = Object.entries(LETTER_WAYS).map(([value, label]) => ({
  value,
  label,
  ...(value === "referrer" && { hint: "Their booking page then has the letter to print." }),
}));

const ASSESSORS_WAYS = ASSESSOR_WAYS.map((value) => ({ value, label: LETTER_WAYS[value] }));

const DONE = { letter: "The letter was recorded.", "letter-removed": "The record was removed." };

/** The days and ways in which the letter was given. A record made by mistake can be removed. */
function Given({ opened }: { opened: Opened<typeof openAssessorLetter> }) {
  const { given, isChangedSince, lacksEasyRead } = opened;
  return (
    <>
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
        <Alert tone="warning">
          <p>The visit has changed since the letter was given. Please give the person a new one.</p>
        </Alert>
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
                  <Button look="quiet" isSmall name="intent" value="remove" aria-label={`Remove: ${words}`}>
                    Remove
                  </Button>
                </PostForm>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** Staff's record of how the letter was given. */
export function GivenLetter({ opened }: { opened: Opened<typeof openStaffLetter> }) {
  const { today, unchecked } = opened;
  const form = useStepForm<LetterGivenForm>({ id: "letter-form", saved: { givenOn: today, notify: "on" } });
  return (
    <Card heading="How the letter is given" className="stack no-print">
      <Given opened={opened} />
      <StepForm form={form} autoComplete="off">
        <RadioGroup field={fieldOf(form, "way")} label="How" options={STAFFS_WAYS} />
        <TextField field={fieldOf(form, "givenOn")} label="Day" type="date" />
        <Checkbox
          field={fieldOf(form, "notify")}
          label="Tell the referrer by email"
          hint="Only about a letter handed to the referrer. The email has a link to it, and no names."
        />
        <div className="actions">
          <Button look="quiet">Record the letter</Button>
        </div>
      </StepForm>
      {unchecked.length > 0 ? (
        <p className="note">
          Not offered until an Administrator names who checked them (Settings, Checked texts):{" "}
          {unchecked.join(", ")}.
        </p>
      ) : null}
    </Card>
  );
}

/** An assessor's record that they gave the letter. */
export function GivenByAssessor({ opened }: { opened: Opened<typeof openAssessorLetter> }) {
  const form = useStepForm<LetterGivenForm>({
    id: "letter-form",
    saved: { way: ASSESSOR_WAYS[0], givenOn: opened.today },
  });
  return (
    <Card heading="Have you given the letter?" className="stack no-print">
      <Given opened={opened} />
      <StepForm form={form} autoComplete="off">
        <RadioGroup field={fieldOf(form, "way")} label="How" options={ASSESSORS_WAYS} />
        <TextField field={fieldOf(form, "givenOn")} label="Day" type="date" />
        <div className="actions">
          <Button look="quiet">Record the letter</Button>
        </div>
      </StepForm>
    </Card>
  );
}
