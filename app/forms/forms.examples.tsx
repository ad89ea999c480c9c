import { LONG_TEXT, LONG_WORD, statesOf, type Examples } from "#app/ui/example.ts";
import { BoxNumber, BoxNumbers } from "./box-number.tsx";
import { Checkbox, CheckboxGroup, plainOptions, RadioGroup, SelectField } from "./choice-fields.tsx";
import { DateField, DateInputs } from "./date-field.tsx";
import type { FieldSpec } from "./declared-fields.ts";
import { DeclaredFields, DeclaredForm } from "./declared-form.tsx";
import { FieldMessages, FieldShell } from "./field.tsx";
import { PasswordField } from "./password-field.tsx";
import { PostForm } from "./post-form.tsx";
import { ErrorSummary, StepForm } from "./step-form.tsx";
import { ButtonForm, Submit } from "./submit.tsx";
import { TextArea, TextField } from "./text-fields.tsx";
import { VersionField } from "./version-field.tsx";
import { fieldOf, useStepForm, type Field, type FormState } from "./use-step-form.ts";
import { Button } from "#app/ui/button.tsx";

let count = 0;

function field(initialValue?: string | string[], ...errors: string[]): Field<never> {
  count += 1;
  const id = `field-${count}`;
  return { id, name: id, initialValue, errors: errors.length > 0 ? errors : undefined };
}

const DATES: FormState = { id: "dates", summary: undefined, errors: {}, values: {} };
const PETS = plainOptions(["Cat", "Dog", "Neither"]);
const PETS_EXPLAINED = [
  { value: "Cat", label: "A cat", hint: "It comes and goes." },
  { value: "Dog", label: "A dog", hint: LONG_TEXT },
];
const MESSAGE = "Please choose one.";
const DECLARED: FieldSpec[] = [
  { name: "declaredReason", label: "Reason", kind: "lines", hint: LONG_TEXT, heading: "Why" },
  { name: "declaredUntil", label: "Until", kind: "day", isOptional: true },
  { name: "declaredTold", label: "Tell the referrer", kind: "check" },
];

type Refusal = Pick<FormState, "summary" | "errors">;
const REFUSED: Refusal = {
  summary: "Please fill in all required fields",
  errors: { firstName: ["Please enter your first name."], email: ["Please enter an email address."] },
};
const REFUSED_ONCE: Refusal = {
  summary: "Please enter your first name.",
  errors: { firstName: ["Please enter your first name."] },
};

function FormExample({ id, refusal }: { id: string; refusal?: Refusal }) {
  const form = { ...useStepForm<{ firstName: string; email: string }>({ id }), ...refusal };
  return (
    <StepForm form={form}>
      <VersionField form={form} version={1} />
      <TextField field={fieldOf(form, "firstName")} label="First name" />
      <TextField field={fieldOf(form, "email")} label="Email" />
      <div className="actions">
        <Button>Continue</Button>
      </div>
    </StepForm>
  );
}

export default {
  title: "Forms",
  examples: [
    {
      name: "BoxNumber",
      of: [BoxNumber, BoxNumbers],
      states: {
        "Before a label": (
          <BoxNumbers value={{ referrerFirstName: "1.1" }}>
            <TextField field={{ ...field(), name: "referrerFirstName" }} label="First name" />
          </BoxNumbers>
        ),
      },
    },
    {
      name: "TextField",
      of: [TextField, FieldShell, FieldMessages],
      states: statesOf(TextField, { label: "First name" })({
        Empty: { field: field() },
        Filled: { field: field("Ann") },
        Hint: { field: field(), label: "NHS number", hint: "Ten digits", isOptional: true },
        Error: { field: field("A", "Please enter at least two letters."), hint: "As in the passport" },
        Disabled: { field: field("Ann"), disabled: true },
        "Read only": { field: field("ann@example.org"), label: "Email", readOnly: true },
        "Long text": { field: field(LONG_TEXT, LONG_TEXT), label: LONG_TEXT, hint: LONG_WORD.repeat(2) },
      }),
    },
    {
      name: "TextArea",
      of: [TextArea],
      states: statesOf(TextArea, { label: "Reason" })({
        Empty: { field: field(), isOptional: true },
        Error: { field: field("", "Please write something."), hint: "One line is enough." },
        "Long text": { field: field(`${LONG_TEXT} `.repeat(4)), isWide: true },
      }),
    },
    {
      name: "PasswordField",
      of: [PasswordField],
      states: statesOf(PasswordField, { label: "Password", autoComplete: "current-password" })({
        Empty: { field: field() },
        Error: { field: field("", "Please enter your password.") },
      }),
    },
    {
      name: "SelectField",
      of: [SelectField],
      states: statesOf(SelectField, { label: "Pet", options: PETS })({
        Empty: { field: field(), emptyLabel: "Please choose" },
        Chosen: { field: field("Dog") },
        Error: { field: field("", MESSAGE), emptyLabel: "Please choose" },
        Disabled: { field: field("Dog"), disabled: true },
        "Long text": { field: field(), options: plainOptions([LONG_TEXT]) },
      }),
    },
    {
      name: "RadioGroup",
      of: [RadioGroup],
      states: statesOf(RadioGroup, { label: "Pet", options: PETS })({
        Empty: { field: field() },
        Chosen: { field: field("Dog"), hint: "The one that lives with them" },
        Hint: { field: field(), options: PETS_EXPLAINED },
        Error: { field: field("", MESSAGE) },
      }),
    },
    {
      name: "CheckboxGroup",
      of: [CheckboxGroup],
      states: statesOf(CheckboxGroup, { label: "Pets", options: PETS })({
        Empty: { field: field() },
        Chosen: { field: field(["Cat", "Dog"]) },
        Error: { field: field([], MESSAGE), hint: "All of them", options: PETS_EXPLAINED },
      }),
    },
    {
      name: "Checkbox",
      of: [Checkbox],
      states: statesOf(Checkbox, { label: "This is urgent" })({
        Empty: { field: field() },
        Ticked: { field: field("on"), hint: "There is a fee." },
        Error: { field: field(undefined, "Please tick this to go on."), label: "I have read the terms" },
        Disabled: { field: field("on"), disabled: true },
        "Long text": { field: field(), label: LONG_TEXT, hint: LONG_TEXT },
      }),
    },
    {
      name: "DateField",
      of: [DateField, DateInputs],
      states: statesOf(DateField, { form: DATES, label: "Date of birth" })({
        Empty: { field: field(), hint: "For example, 27 3 1942" },
        Filled: { field: field("1942-03-27"), isOptional: true },
        Error: { field: field("1942-13-27", "Please enter a date that exists.") },
      }),
    },
    {
      name: "DeclaredForm",
      of: [DeclaredForm, DeclaredFields],
      place: "alone",
      states: {
        Open: <DeclaredForm shown={{ intent: "declared", fields: DECLARED, button: "Save" }} />,
        Folded: (
          <DeclaredForm
            id="folded"
            shown={{
              intent: "folded",
              fields: DECLARED,
              button: "Withdraw",
              look: "danger",
              opensBy: "Withdraw",
            }}
          />
        ),
      },
    },
    {
      name: "PostForm",
      of: [PostForm],
      states: {
        Normal: (
          <PostForm action="/gallery">
            <Button look="quiet">Save</Button>
          </PostForm>
        ),
      },
    },
    {
      name: "Submit",
      of: [Submit, ButtonForm],
      states: {
        Main: <Submit>Save</Submit>,
        Quiet: (
          <Submit look="quiet" intent="add">
            Add recipient
          </Submit>
        ),
        "A form of its own": (
          <ButtonForm action="/gallery" fields={{ id: "1" }} value="remove">
            Remove
          </ButtonForm>
        ),
      },
    },
    {
      name: "StepForm",
      of: [StepForm, ErrorSummary, VersionField],
      place: "alone",
      states: {
        Normal: <FormExample id="normal" />,
        Refused: <FormExample id="refused" refusal={REFUSED} />,
        "Refused for one field": <FormExample id="refused-once" refusal={REFUSED_ONCE} />,
      },
    },
  ],
} satisfies Examples;
