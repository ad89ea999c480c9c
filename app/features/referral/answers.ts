import { checkPhone, DEFAULT_COUNTRY_CODE } from "#app/features/contact-details/phone.ts";
import { formatLongDate, isIsoDate } from "#app/platform/dates.ts";
import {
  blankOf,
  isBlank,
  isSameAnswer,
  isVoid,
  NONE,
  optionLabel,
  type Answer,
  type Answers,
  type Field,
  type PhoneField,
} from "./fields.ts";
import { sectionFields, type SectionKey } from "./sections.ts";

/** What happens to answers when they are saved and submitted, and how they are shown (SPEC section 4 "Referral form"). */

type Editable = Record<string, Answer>;

/** The numbers of a section that Submit normalises. */
function phoneFields(key: SectionKey): PhoneField[] {
  return sectionFields(key).filter((field) => field.kind === "phone");
}

/** The key beside a normalised phone number that keeps what was typed. */
export function asTypedKey(phone: string): string {
  return `${phone}AsTyped`;
}

/** The keys that a section's answers can have beside its fields. */
export function asTypedKeys(key: SectionKey): string[] {
  return phoneFields(key).map(({ name }) => asTypedKey(name));
}

function checkAnswer({ name, country }: PhoneField, answers: Answers) {
  return checkPhone(String(answers[name]), String(answers[country] || DEFAULT_COUNTRY_CODE));
}

/** A section with its phone numbers as national digits with their country; what was typed is kept beside them. */
export function normalisePhones(key: SectionKey, answers: Answers): Answers {
  const normalised: Editable = { ...answers };
  for (const field of phoneFields(key)) {
    const typed = answers[field.name];
    if (typed === undefined || isBlank(typed)) continue;
    const { digits, countryCode } = checkAnswer(field, answers);
    if (digits === typed) continue;
    Object.assign(normalised, {
      [field.name]: digits,
      [field.country]: countryCode,
      [asTypedKey(field.name)]: typed,
    });
  }
  return normalised;
}

/** A section with each phone number as it was typed, also when Submit has normalised it since. */
export function answersAsTyped(key: SectionKey, answers: Answers): Answers {
  const typed: Editable = { ...answers };
  for (const { name } of phoneFields(key)) {
    const asTyped = answers[asTypedKey(name)];
    if (asTyped !== undefined) typed[name] = asTyped;
  }
  return typed;
}

/** Keeps a saved number in its normalised form when it is given as it was typed before Submit normalised it. */
function keepNormalisedPhones(key: SectionKey, merged: Editable, saved: Answers): void {
  for (const field of phoneFields(key)) {
    const { name, country } = field;
    if (merged[name] !== undefined && merged[name] === saved[asTypedKey(name)]) {
      const { countryCode } = checkAnswer(field, merged);
      if (countryCode === saved[country])
        Object.assign(merged, { [name]: saved[name], [country]: countryCode });
    }
    if (merged[name] !== saved[name]) delete merged[asTypedKey(name)];
  }
}

function withoutNone(options: readonly string[]): string[] {
  const chosen = [...new Set(options)];
  return chosen.length > 1 ? chosen.filter((option) => option !== NONE) : chosen;
}

function tidy(field: Field, answer: Answer): Answer {
  if (Array.isArray(answer)) return withoutNone(answer);
  if (typeof answer !== "string") return answer;
  const text = answer.replace(/\r\n?/g, "\n");
  return field.kind === "postcode" ? text.trim().toUpperCase() : text;
}

/**
 * The saved answers after `given` was put over `saved`. A field that is not in `given` keeps what it had. A phone number
 * that changes loses the typed form of the old one; one given as it was typed has not changed.
 */
export function mergeAnswers(key: SectionKey, saved: Answers, given: Answers): Answers {
  const merged: Editable = { ...saved };
  const fields = sectionFields(key);
  for (const field of fields) {
    const answer = given[field.name];
    if (answer !== undefined) merged[field.name] = tidy(field, answer);
  }
  for (const field of fields) {
    if (isVoid(field, merged)) merged[field.name] = blankOf(field);
  }
  keepNormalisedPhones(key, merged, saved);
  return merged;
}

/** Names of the fields in which two sets of answers differ, in the order in which they are asked. */
export function changedFields(key: SectionKey, before: Answers, after: Answers): string[] {
  return sectionFields(key)
    .map((field) => field.name)
    .filter((name) => !isSameAnswer(before[name], after[name]));
}

/** An answer as people read it, in print and side by side; empty when there is none. */
export function answerText(field: Field, answer: Answer | undefined): string {
  if (field.kind === "flag") return answer === true ? "Yes" : answer === false ? "No" : "";
  if (isBlank(answer)) return "";
  if (field.kind === "checkboxes") {
    return (answer as readonly string[]).map((value) => optionLabel(field, value)).join(", ");
  }
  const text = String(answer);
  if (field.kind === "select" || field.kind === "radio") return optionLabel(field, text);
  if (field.kind === "date") return isIsoDate(text) ? formatLongDate(text) : text;
  return text;
}
