import { MONTHS } from "#app/platform/dates.ts";
import { LEAD_INS, NAME_TITLES, SAYS_NOTHING, STOP_WORDS, VERDICTS } from "./check-words.ts";

/** How the check reads a text. Words of somebody else, in quotation marks, are not the author's. */

export const withoutQuotes = (text: string) =>
  text.replace(/“[^”]*”|"[^"\n]*"|‘(?:[^’]|’(?=\p{L}))*’(?!\p{L})/gu, " ");

/** Lower-case words without marks; `can't` is `can not`. */
export const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("can't", "cannot")
    .replaceAll("can’t", "cannot")
    .replaceAll(/n['’]t\b/g, " not")
    .replaceAll(/\bcannot\b/g, "can not")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/['’]s\b/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

export const wordsIn = (text: string) => plain(text).split(" ").filter(Boolean);

/** The words that say something: without those of grammar, and without some others. */
export const contentWords = (text: string, without: ReadonlySet<string> = new Set()) =>
  wordsIn(text).filter((word) => !STOP_WORDS.has(word) && !without.has(word));

/** False for an empty field, and for a word that only fills one: `N/A`, `None identified.` */
export function saysSomething(text: string): boolean {
  const words = plain(text)
    .replaceAll(/\bn a\b/g, "none")
    .split(" ");
  return !words.every((word) => SAYS_NOTHING.has(word));
}

/** Like `saysSomething`, where “none” is an answer: a report for which nothing was read. */
export const isAnswered = (text: string) =>
  saysSomething(text) || wordsIn(text).some((word) => word === "none" || word === "no" || word === "nothing");

export const sentencesOf = (text: string) =>
  withoutQuotes(text)
    .split(/(?<=[.!?])\s+|\n+|;\s+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** The share of words that two texts have in common; 0 where one is short. */
export function similarity(one: string, other: string, minWords = 8): number {
  const [a, b] = [new Set(wordsIn(one)), new Set(wordsIn(other))];
  if (Math.min(a.size, b.size) < minWords) return 0;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / (a.size + b.size - shared);
}

/** A statement that somebody can, or cannot, decide: `Mrs Hale lacks capacity to sell the house`. */
export type Verdict = {
  says: "able" | "unable";
  /** The written words; empty for `capacity is retained`. */
  subject: string;
  object: string;
  /** Nothing in the sentence narrows it, compares it, or gives it to somebody else. */
  isPlain: boolean;
};

const NARROWS =
  /\b(?:but|although|though|unless|except|however|without|with|if|when|whenever|until|while|whereas|only|not|never|say|says|said|thinks?|thought|believes?|believed|according|wrote|writes|reports?|reported|argues?|argued|claims?|claimed|feared?|family|(?:19|20)\d\d)\b/i;

function withoutLeadIn(sentence: string): string {
  for (let rest = sentence; ;) {
    const shorter = LEAD_INS.reduce((text, leadIn) => text.replace(leadIn, ""), rest);
    if (shorter === rest) return rest;
    rest = shorter;
  }
}

/** Statements in the main clauses of a text. Others, such as “nothing shows that she lacks capacity”, are none. */
export function verdictsIn(text: string): Verdict[] {
  return sentencesOf(text).flatMap((sentence) => {
    const clause = withoutLeadIn(sentence);
    for (const { says, pattern } of VERDICTS) {
      const groups = pattern.exec(clause)?.groups;
      if (!groups) continue;
      const rest = (groups["rest"] ?? "").replace(/[.!?]+$/, "");
      return [
        {
          says,
          subject: groups["subject"] ?? "",
          object: rest.replace(/,? (?:because|since|as a result)\b.*$/i, "").trim(),
          isPlain: !NARROWS.test(rest.replace(/,? because\b.*$/i, "")),
        },
      ];
    }
    return [];
  });
}

/** Words of a name without its titles. */
export const nameWords = (name: string) => wordsIn(name).filter((word) => !NAME_TITLES.has(word));

const MONTH_NAMES = MONTHS.map((month) => `${month}|${month.slice(0, 3)}`).join("|");
const DAY_IN_WORDS = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH_NAMES})\\b\\.?,? (\\d{4})\\b`,
  "gi",
);
const DAY_IN_FIGURES = /\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/g;

/** Days that a text names in full, `YYYY-MM-DD`. */
export function daysIn(text: string): string[] {
  const iso = (year: string, month: number, day: string) =>
    `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return [
    ...[...text.matchAll(DAY_IN_WORDS)].map(([, day, month, year]) =>
      iso(
        year!,
        MONTHS.findIndex((one) => one.slice(0, 3).toLowerCase() === month!.slice(0, 3).toLowerCase()) + 1,
        day!,
      ),
    ),
    ...[...text.matchAll(DAY_IN_FIGURES)].map(([, day, month, year]) => iso(year!, Number(month), day!)),
  ];
}

/** Years that a text names in figures. */
export const yearsSaid = (text: string) => [...text.matchAll(/\b(?:19|20)\d\d\b/g)].map(([year]) => year);

/** Whole years between two days. */
export const yearsBetween = (from: string, to: string) =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0);

const TITLE_GENDER: Readonly<Record<string, "he" | "she">> = {
  mr: "he",
  sir: "he",
  lord: "he",
  mrs: "she",
  ms: "she",
  miss: "she",
  lady: "she",
  dame: "she",
};

/** Follows from the first title of a name; null without one. */
export const genderOf = (name: string) => TITLE_GENDER[wordsIn(name)[0] ?? ""] ?? null;
