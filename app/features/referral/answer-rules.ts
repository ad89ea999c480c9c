import { checkPhone } from "#app/features/booking/phone.ts";
import { isSameAnswer, NONE, type Answer, type Answers, type Field } from "./fields.ts";
import { sectionFields, type SectionKey } from "./sections.ts";

/** What happens to answers when they are saved (SPEC section 4 "Referral form", DESIGN decision 24). */

/** Where the number that Submit normalised keeps what was typed. */
const AS_TYPED = { phone: "phoneAsTyped", nextOfKinPhone: "nextOfKinPhoneAsTyped" } as const;

export type NormalisedPhone = keyof typeof AS_TYPED;
export const NORMALISED_PHONES = Object.keys(AS_TYPED) as NormalisedPhone[];

/** The fields whose number Submit normalises, each with the field of its country code. */
export function normalisedPhoneFields(): { name: NormalisedPhone; country: string }[] {
  return sectionFields("personalDetails").flatMap((field) => {
    const name = NORMALISED_PHONES.find((phone) => phone === field.name);
    return name && field.kind === "phone" && field.country ? [{ name, country: field.country }] : [];
  });
}

/** The key beside a normalised phone number that keeps what was typed. */
export function asTypedKey(field: NormalisedPhone): string {
  return AS_TYPED[field];
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

/** The details of past and future gifts, by the question that clears them when the answer is "no". */
const CLEARED_BY_NO = {
  hasPastGifts: ["pastGiftType", "pastGiftValue", "pastGiftRecipient", "pastGiftDate"],
  hasFutureGifts: ["futureGiftType", "futureGiftValue", "futureGiftRecipient", "futureGiftDate"],
} as const;

function clearGiftDetails(answers: Record<string, Answer>): void {
  for (const [question, details] of Object.entries(CLEARED_BY_NO)) {
    if (answers[question] === "no") for (const detail of details) answers[detail] = "";
  }
}

/** The answers with each phone number as it was typed, also when Submit has normalised it since. */
export function answersAsTyped(answers: Answers): Answers {
  const typed: Record<string, Answer> = { ...answers };
  for (const phone of NORMALISED_PHONES) {
    const asTyped = answers[asTypedKey(phone)];
    if (asTyped !== undefined) typed[phone] = asTyped;
  }
  return typed;
}

/** Keeps a saved number in its normalised form when it is given as it was typed before Submit normalised it. */
function keepNormalisedPhones(merged: Record<string, Answer>, saved: Answers): void {
  for (const { name, country } of normalisedPhoneFields()) {
    const given = merged[name];
    if (typeof given === "string" && given === saved[asTypedKey(name)]) {
      const { countryCode } = checkPhone(given, String(merged[country]));
      if (countryCode === saved[country])
        Object.assign(merged, { [name]: saved[name], [country]: countryCode });
    }
    if (merged[name] !== saved[name]) delete merged[asTypedKey(name)];
  }
}

/**
 * The saved answers after `given` was put over `saved`. A field that is not in `given` keeps what it had. A phone number
 * that changes loses the typed form of the old one; one given as it was typed has not changed.
 */
export function mergeAnswers(key: SectionKey, saved: Answers, given: Answers): Answers {
  const merged: Record<string, Answer> = { ...saved };
  for (const field of sectionFields(key)) {
    const answer = given[field.name];
    if (answer !== undefined) merged[field.name] = tidy(field, answer);
  }
  if (key === "gift") clearGiftDetails(merged);
  if (key === "personalDetails") keepNormalisedPhones(merged, saved);
  return merged;
}

/** Names of the fields in which two sets of answers differ, in the order in which they are asked. */
export function changedFields(key: SectionKey, before: Answers, after: Answers): string[] {
  return sectionFields(key)
    .map((field) => field.name)
    .filter((name) => !isSameAnswer(before[name], after[name]));
}
