import { Checkbox, CheckboxGroup, optionsOf, RadioGroup, SelectField } from "#app/forms/choice-fields.tsx";
import { DateField } from "#app/forms/date-field.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Page } from "#app/ui/page.tsx";
import type { AskSchema } from "./ask-schema.ts";
import type { AskForm as AskData } from "./help-page.server.ts";
import { WhyNot } from "./help-list.tsx";
import { helpPaths } from "./help-paths.ts";
import { BASES, MAX_NOTE, ROLES } from "./words.ts";

const WAYS = { email: "By email, with a link", sheet: "On paper: print a sheet" };

/** The page on which somebody is asked, for a referrer and for staff. */
export function AskPage({ page }: { page: AskData }) {
  const { list } = helpPaths(page.area, page.bookingId);
  return (
    <Page title="Who do you want to ask?" back={{ label: "Back to who was asked", to: list }}>
      <AskForm page={page} />
    </Page>
  );
}

function AskForm({ page }: { page: AskData }) {
  const form = useStepForm<typeof AskSchema>({ id: "ask-form", saved: { way: "email", until: page.until } });
  if (page.whyNot) {
    return <WhyNot page={page} />;
  }
  const visit = page.visit ? ` The visit is on ${page.visit}: choose a day before it.` : "";
  return (
    <StepForm form={form} autoComplete="off">
      <TextField
        field={fieldOf(form, "name")}
        label="Their name"
        hint="As you would address them: Dr Sarah Green, or Rose Court, the manager."
        dir="auto"
      />
      <RadioGroup field={fieldOf(form, "way")} label="How do you ask?" options={optionsOf(WAYS)} />
      <TextField
        field={fieldOf(form, "email")}
        label="Their email"
        hint="Not needed for a sheet. We write to them about this alone; they can refuse with one press."
        type="email"
        inputMode="email"
      />
      <SelectField
        field={fieldOf(form, "role")}
        label="Who are they?"
        options={optionsOf(ROLES)}
        emptyLabel="Please choose"
      />
      <CheckboxGroup
        field={fieldOf(form, "parts")}
        label="What do you want them to fill in?"
        hint="They see these questions only."
        options={page.parts.map(({ key, title }) => ({ value: key, label: title }))}
      />
      <Checkbox
        field={fieldOf(form, "canSee")}
        label="They may see what is written already"
        hint="Only the answers to these questions, and never what is for the assessor alone."
      />
      <DateField
        field={fieldOf(form, "until")}
        form={form}
        label="Until when?"
        hint={`The last day on which the link takes answers.${visit}`}
      />
      <RadioGroup
        field={fieldOf(form, "basis")}
        label="On what basis may they tell us?"
        hint="They read this before they answer, and so does the assessor."
        options={optionsOf(BASES)}
      />
      <TextArea
        field={fieldOf(form, "basisReason")}
        label="Why is it in the person’s interests?"
        hint={`At most ${MAX_NOTE} characters. Needed only for that basis.`}
        rows={2}
        isOptional
        isWide
        dir="auto"
      />
      <TextArea
        field={fieldOf(form, "note")}
        label="A note to them"
        hint={`At most ${MAX_NOTE} characters. They read it after they have entered the date of birth.`}
        rows={3}
        isOptional
        isWide
        dir="auto"
      />
      <Submit intent="ask">Ask</Submit>
    </StepForm>
  );
}
