import { phoneWords } from "#app/features/booking/record/search-words.ts";
import { writeSealedWords } from "#app/features/booking/record/sealed-words.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import { sectionFields, type SectionKey } from "./sections/sections.ts";

/** A number inside a text, such as "Tom, the son: 07700 900123". */
const NUMBER_IN_TEXT = /(?<![\p{L}\d])\(?(?:\+|0)\d?(?:[\s().-]*\d){8,13}(?!\d)/gu;
const MAX_NUMBERS = 50;

/** The words of every phone number in a section: the person's own, and those of relatives, carers and solicitors. */
export function formWords(section: SectionKey, answers: Answers): string[] {
  const numbers = sectionFields(section).flatMap((field): (readonly [string, string?])[] => {
    const answer = answers[field.name];
    if (typeof answer !== "string" || answer === "") return [];
    if (field.kind === "phone") return [[answer, String(answers[field.country] || "") || undefined]];
    if (field.kind === "otherPhone") return [[answer]];
    return (answer.match(NUMBER_IN_TEXT) ?? []).map((number) => [number] as const);
  });
  return numbers.slice(0, MAX_NUMBERS).flatMap(([number, countryCode]) => phoneWords(number, countryCode));
}

/** Makes the words of this section's numbers fit its answers, in the caller's transaction. */
export const writeFormWords = (
  deps: { db: Executor; secrets: Secrets },
  bookingId: string,
  section: SectionKey,
  answers: Answers,
) => writeSealedWords(deps, { bookingId, source: section, words: formWords(section, answers) });
