import { checkPhone } from "#app/features/contact-details/phone.ts";
import { DEFAULT_COUNTRY_CODE } from "#app/platform/phone-number.ts";
import { mergeFields } from "#app/kit/sections/answers.ts";
import { isBlank, type Answer, type Answers, type PhoneField } from "#app/kit/sections/fields.ts";
import { sectionFields, type SectionKey } from "./sections.ts";

type Editable = Record<string, Answer>;

const phoneFields = (key: SectionKey): PhoneField[] =>
  sectionFields(key).filter((field) => field.kind === "phone");

const asTypedKey = (phone: string): string => `${phone}AsTyped`;

export const asTypedKeys = (key: SectionKey): string[] =>
  phoneFields(key).map(({ name }) => asTypedKey(name));

const checkAnswer = ({ name, country }: PhoneField, answers: Answers) =>
  checkPhone(String(answers[name]), String(answers[country] || DEFAULT_COUNTRY_CODE));

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

/** The saved answers with `given` put over them. A changed phone number loses the old number's typed form. */
export function mergeAnswers(key: SectionKey, saved: Answers, given: Answers): Answers {
  const merged: Editable = mergeFields(sectionFields(key), saved, given);
  keepNormalisedPhones(key, merged, saved);
  return merged;
}
