import { fieldsOf, type Answers, type AnswersOf, type Field, type Section } from "./fields.ts";
import { communicationAids } from "./sections/communication-risk.ts";
import { gift } from "./sections/gift.ts";
import { healthWelfare } from "./sections/health-welfare.ts";
import { litigate } from "./sections/litigate.ts";
import { personalDetails } from "./sections/personal-details.ts";
import { propertyFinance } from "./sections/property-finance.ts";
import { testamentary } from "./sections/testamentary.ts";

/** Every section that a referral form can have, by its key in the API (SPEC section 3). */
export const SECTIONS = {
  personalDetails,
  propertyFinance,
  healthWelfare,
  testamentary,
  litigate,
  gift,
  communicationAids,
} as const satisfies Record<string, Section>;

export type SectionKey = keyof typeof SECTIONS;

/** All answers of one section. */
export type SectionAnswers<K extends SectionKey = SectionKey> = AnswersOf<(typeof SECTIONS)[K]>;

export const SECTION_KEYS = Object.keys(SECTIONS) as SectionKey[];

export function isSectionKey(value: string): value is SectionKey {
  return Object.hasOwn(SECTIONS, value);
}

/** The fields of a section as one type, for code that serves them all. */
export function sectionFields(key: SectionKey): Field[] {
  return fieldsOf(SECTIONS[key]);
}

/** What an unanswered section starts with: the default country code and language (SPEC section 3). */
export function startingAnswers(key: SectionKey): Answers {
  return Object.fromEntries(
    sectionFields(key).flatMap((field) =>
      "startsAs" in field && field.startsAs ? [[field.name, field.startsAs]] : [],
    ),
  );
}
