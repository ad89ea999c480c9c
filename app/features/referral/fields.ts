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
  /** The field is asked only when another one of its section has this value. */
  shownWhen?: { field: string; is: string };
};

type TextKind =
  "text" | "longText" | "email" | "postcode" | "nhsNumber" | "phone" | "otherPhone" | "countryCode" | "date";

/** `phone` is normalised at Submit with the country code in the field `country`; `otherPhone` stays as typed. */
type TextField = Common & { kind: TextKind; country?: string; startsAs?: string };
export type ChoiceField = Common & {
  kind: "select" | "radio";
  /** Values as the specification spells and orders them. */
  options: readonly string[];
  /** Friendlier labels for values that are not words. */
  optionLabels?: Readonly<Record<string, string>>;
};
/** Any number of options; `None` excludes the others. */
export type CheckboxesField = Common & { kind: "checkboxes"; options: readonly string[] };
/** One tick box: true or false. */
type FlagField = Common & { kind: "flag" };

export type Field = TextField | ChoiceField | CheckboxesField | FlagField;

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

/** The answers of a declared section, by field name. */
export type AnswersOf<S extends Section> = {
  [F in S["groups"][number]["fields"][number] as F["name"]]: ValueOf<F>;
};

/** The value that excludes the other options of a checkbox group. */
export const NONE = "None";

/** All fields of a section, in the order in which they are asked. */
export function fieldsOf(section: Section): Field[] {
  return section.groups.flatMap((group) => group.fields);
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

/** True when the field is asked, given the section's other answers. */
export function isAsked(field: Field, answers: Answers): boolean {
  return !field.shownWhen || answers[field.shownWhen.field] === field.shownWhen.is;
}

/** An option as people read it. */
export function optionLabel(field: ChoiceField | CheckboxesField, value: string): string {
  return ("optionLabels" in field && field.optionLabels?.[value]) || value;
}
