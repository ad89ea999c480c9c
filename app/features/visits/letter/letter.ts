import type { Profession } from "#app/features/assessors/profile.ts";
import type { PricingMode } from "#app/features/catalogue/catalogue.ts";
import { checkOf, type CheckedText, type Checks } from "#app/features/settings/checked-texts.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { endOf, type VisitTime } from "#app/features/visits/record/visit-times.ts";
import texts from "./letter-texts.json" with { type: "json" };

type LetterLanguage = keyof typeof texts;
type LetterStyle = "plain" | "easy-read";
/** `isLarge`: 18 pt on paper. */
export type LetterKind = { language: LetterLanguage; style: LetterStyle; isLarge: boolean };

type Part = { picture: string; heading: string; text: string };

export const LETTER_TEXTS = Object.entries(texts).flatMap(([language, { styles }]) =>
  Object.entries(styles).map(([style, { name, check }]) => ({
    language: language as LetterLanguage,
    style: style as LetterStyle,
    name,
    /** Null for the standard letter. */
    check: check as CheckedText | null,
  })),
);

/** The standard letter is always offered, another one once the practice has named who checked it. */
export function isOffered({ language, style }: Omit<LetterKind, "isLarge">, checks: Checks): boolean {
  const text = LETTER_TEXTS.find((one) => one.language === language && one.style === style);
  return text !== undefined && (text.check === null || checkOf(checks, text.check) !== null);
}

export type LetterFacts = VisitTime & {
  /** The name by which the person likes to be called, or the whole name; empty while none is known. */
  name: string;
  assessor: { firstName: string; professions: readonly Profession[] };
  mode: PricingMode;
  place: string;
  /** Ids of the booked assessments. */
  assessments: readonly string[];
  practice: string;
  phone: string;
  email: string;
  /** Address of the privacy notice. */
  privacy: string;
};

/** `Thursday 11 March 2027` in the words of a language. */
function longDate(day: IsoDate, { weekdays, months }: { weekdays: string; months: string }): string {
  const date = new Date(day);
  const [year, month, dayOfMonth] = day.split("-").map(Number);
  return `${weekdays.split(" ")[date.getUTCDay()]} ${dayOfMonth} ${months.split(" ")[month! - 1]} ${year}`;
}

const fill = (text: string, slots: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (_slot, name: string) => slots[name] ?? "");

/** The letter to the person to be assessed: who comes, when, where and why, and what the person may do. */
export function composeLetter({ language, style }: LetterKind, facts: LetterFacts) {
  const { words, styles } = texts[language];
  const text = styles[style];
  const about: Readonly<Record<string, string>> = words.about;
  const topics = new Set(facts.assessments.map((id) => about[id] ?? about["other"]!));
  const { firstName, professions } = facts.assessor;
  const slots = {
    name: facts.name,
    first: firstName,
    practice: facts.practice,
    about: [...topics].join(` ${words.and} `),
    privacy: facts.privacy,
  };
  const rows: [picture: string, label: string, value: string][] = [
    ["person", words.who, [firstName, ...professions.map((one) => words.professions[one])].join(", ")],
    ["clock", words.when, `${longDate(facts.day, words)}, ${facts.start} ${words.until} ${endOf(facts)}`],
    [
      facts.mode === "virtual" ? "screen" : "house",
      facts.mode === "virtual" ? words.join : words.where,
      facts.place || words.unknownPlace,
    ],
    ["phone", words.ask, [facts.phone, facts.email].filter(Boolean).join(", ")],
  ];
  return {
    title: text.title,
    dear: facts.name === "" ? words.hello : fill(text.dear, slots),
    opening: fill(text.opening[facts.mode], slots),
    rows: rows.map(([picture, label, value]) => ({ picture, label, value })),
    parts: text.parts.map((part): Part => ({
      picture: part.picture,
      heading: fill(part.heading, slots),
      text: fill(part.text, slots),
    })),
  };
}

export type Letter = ReturnType<typeof composeLetter>;
