import { checkPhone } from "#app/features/contact-details/phone.ts";
import { DEFAULT_COUNTRY_CODE } from "#app/platform/phone-number.ts";
import { formatDate, isIsoDate } from "#app/platform/dates.ts";
import {
  blankOf,
  isBlank,
  isSameAnswer,
  isVoid,
  NONE,
  optionLabel,
  type Answer,
  type Answers,
  type AskedField,
  type Field,
  type PhoneField,
} from "./fields.ts";
import { sectionFields, type SectionKey } from "./sections.ts";

type Editable = Record<string, Answer>;

function phoneFields(key: SectionKey): PhoneField[] {
  return sectionFields(key).filter((field) => field.kind === "phone");
}

function asTypedKey(phone: string): string {
  return `${phone}AsTyped`;
}

export function asTypedKeys(key: SectionKey): string[] {
  return phoneFields(key).map(({ name }) => asTypedKey(name));
}

function checkAnswer({ name, country }: PhoneField, answers: Answers) {
  return checkPhone(String(answers[name]), String(answers[country] || DEFAULT_COUNTRY_CODE));
}

/** A section with its phone numbers in national digits; what was typed is kept beside them. */
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

/** A section with each phone number as it was typed, also after Submit normalised it. */
export function answersAsTyped(key: SectionKey, answers: Answers): Answers {
  const typed: Editable = { ...answers };
  for (const { name } of phoneFields(key)) {
    const asTyped = answers[asTypedKey(name)];
    if (asTyped !== undefined) typed[name] = asTyped;
  }
  return typed;
}

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

function tidy(field: Field, answer: Answer): Answer {
  if (Array.isArray(answer)) {
    const chosen = [...new Set<string>(answer)];
    return chosen.length > 1 ? chosen.filter((option) => option !== NONE) : chosen;
  }
  if (typeof answer !== "string") return answer;
  const text = answer.replace(/\r\n?/g, "\n");
  return field.kind === "postcode" ? text.trim().toUpperCase() : text;
}

/** The saved answers with `given` put over them. A changed phone number loses the old number's typed form. */
export function mergeAnswers(key: SectionKey, saved: Answers, given: Answers): Answers {
  const merged: Editable = mergeFields(sectionFields(key), saved, given);
  keepNormalisedPhones(key, merged, saved);
  return merged;
}

/** Like `mergeAnswers`, for any questions; phone numbers stay as typed. */
export function mergeFields(fields: readonly AskedField[], saved: Answers, given: Answers): Editable {
  const merged: Editable = { ...saved };
  for (const field of fields) {
    const answer = given[field.name];
    if (answer !== undefined) merged[field.name] = tidy(field, answer);
  }
  for (const field of fields) {
    if (isVoid(field, merged)) merged[field.name] = blankOf(field);
  }
  return merged;
}

/** Names of the fields that differ, in the order in which they are asked. */
export const changedFields = (key: SectionKey, before: Answers, after: Answers) =>
  changedAmong(sectionFields(key), before, after);

/** Like `changedFields`, for any questions. */
export function changedAmong(fields: readonly Field[], before: Answers, after: Answers): string[] {
  return fields.map((field) => field.name).filter((name) => !isSameAnswer(before[name], after[name]));
}

export function answerText(field: Field, answer: Answer | undefined): string {
  if (field.kind === "flag") return answer === true ? "Yes" : answer === false ? "No" : "";
  if (isBlank(answer)) return "";
  if (field.kind === "checkboxes") {
    return (answer as readonly string[]).map((value) => optionLabel(field, value)).join(", ");
  }
  const text = String(answer);
  if (field.kind === "select" || field.kind === "radio") return optionLabel(field, text);
  if (field.kind === "date") return isIsoDate(text) ? formatDate(text) : text;
  return text;
}
