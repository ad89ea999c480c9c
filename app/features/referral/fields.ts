/**
 * The vocabulary in which the referral sections are declared. One declaration per section drives its schema, its form,
 * its print view and its progress (SPEC section 3, "Referral form").
 */

/**
 * `required`: Submit refuses without it. `wanted`: the section is not complete without it, but Submit does not insist.
 * `optional`: says so in its label.
 */
type Need = "required" | "wanted" | "optional";

type Common = {
  /** The control's name, the key in the saved answers and in the API. */
  name: string;
  label: string;
  need: Need;
  /** What helps the assessor, in a sentence. */
  hint?: string;
};

type TextKind =
  "text" | "longText" | "email" | "postcode" | "nhsNumber" | "otherPhone" | "countryCode" | "date";
type TextField = Common & { kind: TextKind; startsAs?: string };
/** A number that Submit normalises with the country code in the field `country`; an `otherPhone` stays as typed. */
export type PhoneField = Common & { kind: "phone"; country: string };
type Choice = Common & {
  /** Values as the specification spells and orders them. */
  options: readonly string[];
  /** Friendlier labels for values that are not words. */
  optionLabels?: Readonly<Record<string, string>>;
};
type SelectField = Choice & { kind: "select" };
type RadioField = Choice & { kind: "radio"; reveals?: Reveals };
/** Any number of options; `None` excludes the others. */
export type CheckboxesField = Common & { kind: "checkboxes"; options: readonly string[] };
/** One tick box: true or false. */
type FlagField = Common & { kind: "flag" };

export type ChoiceField = SelectField | RadioField;
type PlainField = TextField | PhoneField | SelectField | CheckboxesField | FlagField;
export type Field = PlainField | RadioField;

/** A condition on the answer to one question. A new kind fails the type check until `isMet` handles it. */
export type Condition = { kind: "is"; value: string };

/** Questions that are asked only after some answers to the question that they belong to. */
type Reveals = {
  when: Condition;
  /** The answers to which they are void. Other answers hide them and keep what was written. */
  clearedWhen?: Condition;
  fields: readonly PlainField[];
};

/** A field, with the question that reveals it if there is one. */
export type AskedField = Field & { revealedBy?: Omit<Reveals, "fields"> & { question: string } };

type FieldGroup = { title: string; fields: readonly Field[] };

export type Section = {
  key: string;
  /** Last part of the step's URL. */
  slug: string;
  title: string;
  lead: string;
  groups: readonly FieldGroup[];
};

export type Answer = string | boolean | readonly string[];

/** Answers of one section by field name, whichever section it is. */
export type Answers = Readonly<Record<string, Answer>>;

type ValueOf<F> = F extends { kind: "flag" } ? boolean : F extends { kind: "checkboxes" } ? string[] : string;

type Declared<S extends Section> = S["groups"][number]["fields"][number];
type Revealed<F> = F extends { reveals: { fields: readonly (infer R extends Field)[] } } ? R : never;

/** The answers of a declared section, by field name. */
export type AnswersOf<S extends Section> = {
  [F in Declared<S> | Revealed<Declared<S>> as F["name"]]: ValueOf<F>;
};

/** The value that excludes the other options of a checkbox group. */
export const NONE = "None";

/** Fields with those that they reveal, in the order in which they are asked. */
export function withRevealed(fields: readonly Field[]): AskedField[] {
  return fields.flatMap((field): AskedField[] => {
    if (field.kind !== "radio" || !field.reveals) return [field];
    const { fields: revealed, ...conditions } = field.reveals;
    const revealedBy = { ...conditions, question: field.name };
    return [field, ...revealed.map((one) => ({ ...one, revealedBy }))];
  });
}

/** All fields of a section, in the order in which they are asked. */
export function fieldsOf(section: Section): AskedField[] {
  return section.groups.flatMap((group) => withRevealed(group.fields));
}

/** What a field holds before anybody answered it. */
export function blankOf(field: Field): Answer {
  if (field.kind === "flag") return false;
  if (field.kind === "checkboxes") return [];
  return "";
}

/** True when an answer says nothing. An unticked box says nothing either. */
export function isBlank(answer: Answer | undefined): boolean {
  if (answer === undefined || answer === false) return true;
  if (typeof answer === "string") return answer.trim() === "";
  return Array.isArray(answer) && answer.length === 0;
}

/** An answer in the form in which it is compared: a missing one equals a blank one. */
export function plainAnswer(value: Answer | undefined): Answer {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0) ? "" : value;
}

/** True when two answers say the same. */
export function isSameAnswer(a: Answer | undefined, b: Answer | undefined): boolean {
  return JSON.stringify(plainAnswer(a)) === JSON.stringify(plainAnswer(b));
}

/** True when an answer fulfils a condition. */
export function isMet(condition: Condition, answer: Answer | undefined): boolean {
  switch (condition.kind) {
    case "is":
      return answer === condition.value;
  }
}

/** True when the field is asked, given the section's other answers. */
export function isAsked({ revealedBy }: AskedField, answers: Answers): boolean {
  return !revealedBy || isMet(revealedBy.when, answers[revealedBy.question]);
}

/** True when the answer to the question that reveals the field makes it void. */
export function isVoid({ revealedBy }: AskedField, answers: Answers): boolean {
  return revealedBy?.clearedWhen !== undefined && isMet(revealedBy.clearedWhen, answers[revealedBy.question]);
}

/** An option as people read it. */
export function optionLabel(field: ChoiceField | CheckboxesField, value: string): string {
  return ("optionLabels" in field && field.optionLabels?.[value]) || value;
}
