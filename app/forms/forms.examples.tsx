import { LONG_TEXT, LONG_WORD, type Examples } from "#app/ui/example.ts";
import { Checkbox, CheckboxGroup, plainOptions, RadioGroup, SelectField } from "./choice-fields.tsx";
import { DateField, DateInputs } from "./date-field.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { FieldMessages, FieldShell } from "./field.tsx";
import { PasswordField } from "./password-field.tsx";
import { PostForm } from "./post-form.tsx";
import { StepForm } from "./step-form.tsx";
import { TextArea, TextField } from "./text-fields.tsx";
import { fieldOf, useStepForm, type Field, type FormState, type FormValues } from "./use-step-form.ts";
import { Button } from "#app/ui/button.tsx";

let count = 0;

/** A field with an id of its own. */
function field<Value = string>(initialValue?: string | string[], ...errors: string[]): Field<Value> {
  count += 1;
  const id = `field-${count}`;
  return { id, name: id, initialValue, errors: errors.length > 0 ? errors : undefined };
}

const form = (values: FormValues = {}): FormState => ({
  id: "dates",
  summary: undefined,
  errors: {},
  values,
});
const PETS = plainOptions(["Cat", "Dog", "Neither"]);
const PETS_EXPLAINED = [
  { value: "Cat", label: "A cat", hint: "It comes and goes." },
  { value: "Dog", label: "A dog", hint: LONG_TEXT },
];
const MESSAGE = "Please choose one.";

type Refusal = Pick<FormState, "summary" | "errors">;
const REFUSED: Refusal = {
  summary: "Please fill in all required fields",
  errors: { firstName: ["Please enter your first name."], email: ["Please enter an e-mail address."] },
};
const REFUSED_ONCE: Refusal = {
  summary: "Please enter your first name.",
  errors: { firstName: ["Please enter your first name."] },
};

function FormExample({ id, refusal }: { id: string; refusal?: Refusal }) {
  const form = { ...useStepForm<{ firstName: string; email: string }>({ id }), ...refusal };
  return (
    <StepForm form={form}>
      <TextField field={fieldOf(form, "firstName")} label="First name" />
      <TextField field={fieldOf(form, "email")} label="E-mail" />
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
      name: "TextField",
      of: [TextField, FieldShell, FieldMessages],
      states: {
        Empty: <TextField field={field()} label="First name" />,
        Filled: <TextField field={field("Ann")} label="First name" />,
        Hint: (
          <TextField
            field={field()}
            label="NHS number"
            hint="Ten digits, on any letter from the NHS"
            isOptional
          />
        ),
        Error: (
          <TextField
            field={field("A", "Please enter at least two letters.")}
            label="Last name"
            hint="As in the passport"
          />
        ),
        Disabled: <TextField field={field("Ann")} label="First name" disabled />,
        "Read only": <TextField field={field("ann@example.org")} label="E-mail" readOnly />,
        "Long text": (
          <TextField field={field(LONG_TEXT, LONG_TEXT)} label={LONG_TEXT} hint={LONG_WORD.repeat(2)} />
        ),
      },
    },
    {
      name: "TextArea",
      of: [TextArea],
      states: {
        Empty: <TextArea field={field()} label="Anything else" isOptional />,
        Error: (
          <TextArea field={field("", "Please write something.")} label="Reason" hint="One line is enough." />
        ),
        "Long text": <TextArea field={field(`${LONG_TEXT} `.repeat(4))} label="Reason" isWide />,
      },
    },
    {
      name: "PasswordField",
      of: [PasswordField],
      states: {
        Empty: <PasswordField field={field()} label="Password" autoComplete="current-password" />,
        Error: (
          <PasswordField
            field={field("", "Please enter your password.")}
            label="Password"
            autoComplete="current-password"
          />
        ),
      },
    },
    {
      name: "SelectField",
      of: [SelectField],
      states: {
        Empty: <SelectField field={field()} label="Pet" options={PETS} emptyLabel="Please choose" />,
        Chosen: <SelectField field={field("Dog")} label="Pet" options={PETS} />,
        Error: (
          <SelectField field={field("", MESSAGE)} label="Pet" options={PETS} emptyLabel="Please choose" />
        ),
        Disabled: <SelectField field={field("Dog")} label="Pet" options={PETS} disabled />,
        "Long text": <SelectField field={field()} label="Pet" options={plainOptions([LONG_TEXT])} />,
      },
    },
    {
      name: "RadioGroup",
      of: [RadioGroup],
      states: {
        Empty: <RadioGroup field={field()} label="Pet" options={PETS} />,
        Chosen: (
          <RadioGroup field={field("Dog")} label="Pet" hint="The one that lives with them" options={PETS} />
        ),
        Hint: <RadioGroup field={field()} label="Pet" options={PETS_EXPLAINED} />,
        Error: <RadioGroup field={field("", MESSAGE)} label="Pet" options={PETS} />,
      },
    },
    {
      name: "CheckboxGroup",
      of: [CheckboxGroup],
      states: {
        Empty: <CheckboxGroup field={field<string[]>()} label="Pets" options={PETS} />,
        Chosen: <CheckboxGroup field={field<string[]>(["Cat", "Dog"])} label="Pets" options={PETS} />,
        Error: (
          <CheckboxGroup
            field={field<string[]>([], MESSAGE)}
            label="Pets"
            hint="All of them"
            options={PETS_EXPLAINED}
          />
        ),
      },
    },
    {
      name: "Checkbox",
      of: [Checkbox],
      states: {
        Empty: <Checkbox field={field<boolean>()} label="This is urgent" />,
        Ticked: <Checkbox field={field<boolean>("on")} label="This is urgent" hint="There is a fee." />,
        Error: (
          <Checkbox
            field={field<boolean>(undefined, "Please tick this to go on.")}
            label="I have read the terms"
          />
        ),
        Disabled: <Checkbox field={field<boolean>("on")} label="This is urgent" disabled />,
        "Long text": <Checkbox field={field<boolean>()} label={LONG_TEXT} hint={LONG_TEXT} />,
      },
    },
    {
      name: "DateField",
      of: [DateField, DateInputs],
      states: {
        Empty: (
          <DateField form={form()} field={field()} label="Date of birth" hint="For example, 27 3 1942" />
        ),
        Filled: <DateField form={form()} field={field("1942-03-27")} label="Date of birth" isOptional />,
        Error: (
          <DateField
            form={form()}
            field={field("1942-13-27", "Please enter a date that exists.")}
            label="Date of birth"
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
      name: "StepForm",
      of: [StepForm, ErrorSummary],
      place: "alone",
      states: {
        Normal: <FormExample id="normal" />,
        Refused: <FormExample id="refused" refusal={REFUSED} />,
        "Refused for one field": <FormExample id="refused-once" refusal={REFUSED_ONCE} />,
      },
    },
  ],
} satisfies Examples;
