import { isSameAnswer, NONE, type Answer, type Answers, type Field } from "./fields.ts";
import { sectionFields, type SectionKey } from "./sections.ts";

/** What happens to answers when they are saved (SPEC section 4 "Referral form", DESIGN decision 24). */

/** Where the number that Submit normalised keeps what was typed. */
const AS_TYPED = { phone: "phoneAsTyped", nextOfKinPhone: "nextOfKinPhoneAsTyped" } as const;

export type NormalisedPhone = keyof typeof AS_TYPED;
export const NORMALISED_PHONES = Object.keys(AS_TYPED) as NormalisedPhone[];

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

/**
 * The saved answers after `given` was put over `saved`. A field that is not in `given` keeps what it had. A phone number
 * that changes loses the typed form of the old one.
 */
export function mergeAnswers(key: SectionKey, saved: Answers, given: Answers): Answers {
  const merged: Record<string, Answer> = { ...saved };
  for (const field of sectionFields(key)) {
    const answer = given[field.name];
    if (answer !== undefined) merged[field.name] = tidy(field, answer);
  }
  if (key === "gift") clearGiftDetails(merged);
  if (key === "personalDetails") {
    for (const phone of NORMALISED_PHONES) {
      if (merged[phone] !== saved[phone]) delete merged[asTypedKey(phone)];
    }
  }
  return merged;
}

/** Names of the fields in which two sets of answers differ, in the order in which they are asked. */
export function changedFields(key: SectionKey, before: Answers, after: Answers): string[] {
  return sectionFields(key)
    .map((field) => field.name)
    .filter((name) => !isSameAnswer(before[name], after[name]));
}
