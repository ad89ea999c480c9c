/** How sections are declared. Schema, form, print view and progress of a section all follow from its declaration. */

/** `required`: for Submit. `wanted`: for the section to count as complete. `optional`: its label says so. */
type Need = "required" | "wanted" | "optional";

type Common = { name: string; label: string; need: Need; hint?: string };

type TextKind =
  | "text"
  | "longText"
  | "email"
  | "postcode"
  | "nhsNumber"
  | "otherPhone"
  | "countryCode"
  | "date";
/** `isAnyDay`: a date may be in the future; without it Submit requires a past one. */
export type TextField = Common & { kind: TextKind; startsAs?: string; isAnyDay?: boolean };
/** Submit normalises it with the country code in the field `country`; an `otherPhone` stays as typed. */
export type PhoneField = Common & { kind: "phone"; country: string };
type Choice = Common & { options: readonly string[]; optionLabels?: Readonly<Record<string, string>> };
type SelectField = Choice & { kind: "select" };
type RadioField = Choice & { kind: "radio"; reveals?: Reveals };
/** `None` excludes the other options. */
export type CheckboxesField = Choice & { kind: "checkboxes" };
type FlagField = Common & { kind: "flag" };

export type ChoiceField = SelectField | RadioField;
type PlainField = TextField | PhoneField | SelectField | CheckboxesField | FlagField;
export type Field = PlainField | RadioField;

/** A condition on an answer. A new kind fails the type check until `isMet` handles it. */
type Condition = { kind: "is"; value: string };

/** Questions asked only after some answers to their parent question. */
type Reveals = {
  when: Condition;
  /** The parent answers that clear them. Other answers hide them and keep what was written. */
  clearedWhen?: Condition;
  fields: readonly PlainField[];
};

export type AskedField = Field & { revealedBy?: Omit<Reveals, "fields"> & { question: string } };

type Given<F> = Omit<F, "name" | "label" | "kind" | "need"> & { need?: Need };

/** Declares a question of a kind, `wanted` unless its `need` says otherwise. */
function question<F extends Field>(kind: F["kind"]) {
  return <const Name extends string>(
    name: Name,
    label: string,
    ...[given]: object extends Given<F> ? [given?: Given<F>] : [given: Given<F>]
  ) => ({ kind, name, label, need: "wanted", ...given }) as unknown as F & { name: Name };
}

type TextOf<Kind extends TextKind> = TextField & { kind: Kind };
export const text = question<TextOf<"text">>("text");
export const longText = question<TextOf<"longText">>("longText");
export const email = question<TextOf<"email">>("email");
export const postcode = question<TextOf<"postcode">>("postcode");
export const nhsNumber = question<TextOf<"nhsNumber">>("nhsNumber");
export const otherPhone = question<TextOf<"otherPhone">>("otherPhone");
export const countryCode = question<TextOf<"countryCode">>("countryCode");
export const date = question<TextOf<"date">>("date");
export const phone = question<PhoneField>("phone");
export const select = question<SelectField>("select");
/** Keeps the types of the fields that a radio field reveals. */
type Revealing<Fields> = { reveals?: Omit<Reveals, "fields"> & { fields: Fields } };
export const radio: <const Name extends string, const Fields extends readonly PlainField[] = []>(
  name: Name,
  label: string,
  given: Omit<Given<RadioField>, "reveals"> & Revealing<Fields>,
) => Omit<RadioField, "name" | "reveals"> & Revealing<NoInfer<Fields>> & { name: Name } =
  question<RadioField>("radio") as never;
export const checkboxes = question<CheckboxesField>("checkboxes");
export const flag = question<FlagField>("flag");

export function group<const Fields extends readonly Field[]>(title: string, fields: Fields) {
  return { title, fields };
}

/** A group of questions that may all be left open. */
export function optionalGroup<const Fields extends readonly Field[]>(title: string, fields: Fields) {
  const opened = <Each extends Field>(field: Each): Each => ({
    ...field,
    need: "optional",
    ...("reveals" in field && { reveals: { ...field.reveals, fields: field.reveals?.fields.map(opened) } }),
  });
  return { title, fields: fields.map(opened) as unknown as Fields };
}

export type Section = {
  key: string;
  slug: string;
  title: string;
  lead: string;
  groups: readonly { title: string; fields: readonly Field[] }[];
};

export type Answer = string | boolean | readonly string[];

export type Answers = Readonly<Record<string, Answer>>;

type ValueOf<F> = F extends { kind: "flag" } ? boolean : F extends { kind: "checkboxes" } ? string[] : string;

type Declared<S extends Section> = S["groups"][number]["fields"][number];
type Revealed<F> = F extends { kind: "radio"; reveals?: { fields: infer R extends readonly Field[] } }
  ? R[number]
  : never;

export type AnswersOf<S extends Section> = {
  [F in Declared<S> | Revealed<Declared<S>> as F["name"]]: ValueOf<F>;
};

/** How far the answers of a section are. */
export type Progress = "not-started" | "in-progress" | "complete";

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

export function fieldsOf(section: Section): AskedField[] {
  return section.groups.flatMap((group) => withRevealed(group.fields));
}

export function blankOf(field: Field): Answer {
  if (field.kind === "flag") return false;
  if (field.kind === "checkboxes") return [];
  return "";
}

/** True for no answer, and for an unticked box. */
export function isBlank(answer: Answer | undefined): boolean {
  if (answer === undefined || answer === false) return true;
  if (typeof answer === "string") return answer.trim() === "";
  return Array.isArray(answer) && answer.length === 0;
}

/** An answer as it is compared: a missing one equals an empty one. */
export function plainAnswer(value: Answer | undefined): Answer {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0) ? "" : value;
}

export function isSameAnswer(a: Answer | undefined, b: Answer | undefined): boolean {
  return JSON.stringify(plainAnswer(a)) === JSON.stringify(plainAnswer(b));
}

export function isMet(condition: Condition, answer: Answer | undefined): boolean {
  switch (condition.kind) {
    case "is":
      return answer === condition.value;
  }
}

export function isAsked({ revealedBy }: AskedField, answers: Answers): boolean {
  return !revealedBy || isMet(revealedBy.when, answers[revealedBy.question]);
}

export function isVoid({ revealedBy }: AskedField, answers: Answers): boolean {
  return revealedBy?.clearedWhen !== undefined && isMet(revealedBy.clearedWhen, answers[revealedBy.question]);
}

export function optionLabel(field: ChoiceField | CheckboxesField, value: string): string {
  return ("optionLabels" in field && field.optionLabels?.[value]) || value;
}
