import { Fragment, type ReactNode, type ComponentProps } from "react";
import { COUNTRY_OPTIONS } from "#app/features/contact-details/phone.ts";
import { Checkbox, CheckboxGroup, RadioGroup, SelectField } from "#app/forms/choice-fields.tsx";
import { DateField } from "#app/forms/date-field.tsx";
import { textValue } from "#app/forms/field.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { classes } from "#app/ui/classes.ts";
import { fieldOf, type Field as FormField, type FormState } from "#app/forms/use-step-form.ts";
import {
  fieldsOf,
  isMet,
  optionLabel,
  type ChoiceField,
  type CheckboxesField,
  type Field,
} from "#app/kit/sections/fields.ts";
import { SECTIONS, type SectionKey } from "#app/features/referral/sections/sections.ts";

/** With it the style sheet can tell an empty control (`:placeholder-shown`). */
const EMPTY = { placeholder: " " };

type ControlProps = {
  field: Field;
  control: FormField<never>;
  form: FormState;
  isMarked: boolean;
  /** The hint says where to turn when somebody is in danger. */
  saysDanger: boolean;
};

/** Options, marked where they reveal or clear other fields, for the style sheet and `helpTyping`. */
function optionsOf(field: ChoiceField | CheckboxesField) {
  const { when, clearedWhen } = (field.kind === "radio" && field.reveals) || {};
  return field.options.map((value) => ({
    value,
    label: optionLabel(field, value),
    data: {
      "data-reveals": when && isMet(when, value) ? "" : undefined,
      "data-clears": clearedWhen && isMet(clearedWhen, value) ? "" : undefined,
    },
  }));
}

function countryOptions(chosen: string | undefined) {
  const isListed = !chosen || COUNTRY_OPTIONS.some((option) => option.value === chosen);
  return isListed ? COUNTRY_OPTIONS : [...COUNTRY_OPTIONS, { value: chosen, label: chosen }];
}

/** Controls of one line that is no text of any language. */
const LINES: Partial<Record<Field["kind"], ComponentProps<"input">>> = {
  email: { type: "email" },
  phone: { type: "tel" },
  otherPhone: { type: "tel" },
  nhsNumber: { inputMode: "numeric" },
  postcode: { "data-case": "upper" } as object,
};

function ReferralControl({ field, control, form, isMarked, saysDanger }: ControlProps) {
  const shell = {
    field: control,
    label: field.label,
    hint: field.hint,
    isOptional: isMarked && field.need === "optional" && field.kind !== "countryCode",
  };
  switch (field.kind) {
    case "select":
      return <SelectField {...shell} options={optionsOf(field)} emptyLabel="Please choose" />;
    case "radio":
      return <RadioGroup {...shell} options={optionsOf(field)} />;
    case "checkboxes":
      return <CheckboxGroup {...shell} options={optionsOf(field)} />;
    case "flag":
      return <Checkbox field={control} label={field.label} hint={field.hint} />;
    case "date":
      return <DateField {...shell} form={form} />;
    case "longText":
      return <TextArea {...shell} {...EMPTY} isAboutPerson={saysDanger} isWide rows={3} dir="auto" />;
    case "countryCode":
      return <SelectField {...shell} options={countryOptions(textValue(control))} />;
    default:
      return <TextField {...shell} {...EMPTY} {...(LINES[field.kind] ?? { dir: "auto" })} />;
  }
}

type SectionFieldsProps = {
  section: SectionKey;
  form: FormState<Record<string, never>>;
  problems: Record<string, string[]>;
};

export function SectionFields({ section, form, problems }: SectionFieldsProps) {
  const isMarked = fieldsOf(SECTIONS[section]).some((field) => field.need === "required");
  return (
    <FieldGroups groups={SECTIONS[section].groups} form={form} problems={problems} isMarked={isMarked} />
  );
}

type FieldGroup = {
  title: string;
  lead?: ReactNode;
  className?: string;
  /** Folded under its title unless it `isOpen`; `state` is beside the title. */
  fold?: { isOpen: boolean; state: string };
  fields: readonly Field[];
};

type FieldGroupsProps = Omit<SectionFieldsProps, "section"> & {
  groups: readonly FieldGroup[];
  /** A control of the caller's for some of the fields; null for the usual one. */
  controlOf?: (field: Field, control: FormField<never>) => ReactNode;
  /** Labels say what is optional. */
  isMarked: boolean;
  /** No long text says where to turn when somebody is in danger. */
  isForAssessor?: boolean;
};

const revealedBy = (field: Field) => (field.kind === "radio" && field.reveals?.fields) || [];

/** The first long text, before those that wait for an answer. */
function firstLongText(groups: FieldGroupsProps["groups"]): Field | undefined {
  const fields = groups.flatMap((group) => group.fields);
  return [...fields, ...fields.flatMap(revealedBy)].find(({ kind }) => kind === "longText");
}

/** Groups of fields as they are declared. The first long text says where to turn when somebody is in danger. */
export function FieldGroups(props: FieldGroupsProps) {
  const { groups, form, problems, isMarked, isForAssessor = false, controlOf } = props;
  const warning = isForAssessor ? undefined : firstLongText(groups);
  const render = (field: Field): ReactNode => {
    const control = fieldOf(form, field.name);
    const errors = control.errors ?? problems[field.name];
    const own = controlOf?.(field, control);
    if (own) return <Fragment key={field.name}>{own}</Fragment>;
    return (
      <ReferralControl
        key={field.name}
        field={field}
        form={form}
        isMarked={isMarked}
        saysDanger={field === warning}
        control={{ ...control, errors }}
      />
    );
  };
  const fieldsIn = ({ lead, fields }: FieldGroup) => (
    <>
      {lead ? <p className="note">{lead}</p> : null}
      {fields.map((field) =>
        field.kind === "radio" && field.reveals ? (
          <div key={field.name} className="reveal">
            {render(field)}
            <div className="revealed">{field.reveals.fields.map(render)}</div>
          </div>
        ) : (
          render(field)
        ),
      )}
    </>
  );
  return groups.map(({ fold, ...group }) => (
    <section key={group.title} className={classes("field-group", group.className)}>
      {fold ? (
        <details
          className="fold"
          open={fold.isOpen || group.fields.some(({ name }) => fieldOf(form, name).errors)}
        >
          <summary>
            <h2>{group.title}</h2>
            {fold.state ? <span className="note">{fold.state}</span> : null}
          </summary>
          <div className="field-grid">{fieldsIn(group)}</div>
        </details>
      ) : (
        <>
          <h2>{group.title}</h2>
          {fieldsIn(group)}
        </>
      )}
    </section>
  ));
}
