import { formatLongDate, isIsoDate } from "#app/platform/dates.ts";
import type { Reading, TextRead } from "../check-reading.ts";
import {
  genderOf,
  daysIn,
  isAnswered,
  nameWords,
  plain,
  saysSomething,
  withoutQuotes,
  yearsBetween,
} from "../check-texts.ts";
import { EITHER_PRONOUN, GAPS, LEAD_INS, MAYBE_GAPS, NAME_TITLES } from "../check-words.ts";
import { partTitle } from "../draft.ts";
import type { PartKey } from "../parts.ts";
import { reportDocument, treeText } from "../report-document.ts";
import { rule, fieldRule, textRule } from "./rule.ts";

const gapIn = (text: string, patterns: readonly RegExp[]) =>
  patterns.map((pattern) => pattern.exec(withoutQuotes(text))?.[0]).find(Boolean);

/** “He/she” as the first word of a field: nobody but the person can be meant. */
function opensWithEither({ text }: TextRead): string | null {
  let start = text.trim();
  for (const leadIn of LEAD_INS) start = start.replace(leadIn, "");
  const found = EITHER_PRONOUN.exec(start);
  return found?.index === 0 ? found[0] : null;
}

const REFERENCE = /\bMCA-[0-9A-Z]{4}-[0-9A-Z]{4}\b/gi;
const referencesIn = (text: string) => [...text.matchAll(REFERENCE)].map(([found]) => found.toUpperCase());

/** References that are neither this booking's nor those of earlier reports about the person. */
const strangeReferences = ({ text }: TextRead, { draft, around }: Reading) =>
  referencesIn(text).filter(
    (one) =>
      one !== draft.reference.toUpperCase() &&
      !around.earlier.some(({ reference }) => reference.includes(one)),
  );

const sharesLastName = (name: string, { personWords }: Reading) =>
  personWords.has(nameWords(name).at(-1) ?? "");

const isSamePerson = (name: string, { personWords }: Reading) =>
  nameWords(name).every((word) => personWords.has(word));

const referenceOfOther = (one: TextRead, reading: Reading) =>
  strangeReferences(one, reading).find((found) =>
    reading.around.otherClients.some(
      ({ name, reference }) =>
        reference.toUpperCase() === found && !sharesLastName(name, reading) && !isSamePerson(name, reading),
    ),
  );

/** Full names, and titles with a last name: `Mrs Okafor`. A last name that the person has, too, counts only in full. */
function namesClient(text: string, client: string, reading: Reading): boolean {
  const words = ` ${plain(text)} `;
  const names = nameWords(client);
  const last = names.at(-1);
  if (names.length < 2 || last === undefined || isSamePerson(client, reading)) return false;
  if (words.includes(` ${names.join(" ")} `) || words.includes(` ${names[0]} ${last} `)) return true;
  return (
    !reading.personWords.has(last) && [...NAME_TITLES].some((title) => words.includes(` ${title} ${last} `))
  );
}

/** Pronouns of the reasons and conclusions are all of the other sex than the person's title. */
function otherPronoun(reading: Reading): TextRead[] {
  const gender = genderOf(reading.draft.booked.personName);
  if (gender === null) return [];
  const [own, other] =
    gender === "he" ? [/\b(?:he|him|his)\b/i, /\bshe\b/i] : [/\b(?:she|her|hers)\b/i, /\bhe\b/i];
  const texts = reading.texts.filter(
    ({ part, field }) =>
      /Reasons$|^becauseOf$/.test(field) || (part === "opinion" && field !== "declaration"),
  );
  const all = texts.map(({ text }) => withoutQuotes(text)).join(" ");
  return own.test(all) ? [] : texts.filter(({ text }) => other.test(withoutQuotes(text))).slice(0, 1);
}

/** A day that does not exist, or that is another day of the week. The day of the visit has a rule of its own. */
function wrongDay(text: string): string | null {
  for (const [found, weekday, rest] of text.matchAll(
    /(?:\b((?:mon|tues|wednes|thurs|fri|satur|sun)day),? (?:the )?)?(\b\d{1,2}(?:st|nd|rd|th)?(?: of)? \p{L}{3,9}\.?,? \d{4}\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{4}\b)/giu,
  )) {
    const [day] = daysIn(rest!);
    if (day === undefined) continue;
    if (!isIsoDate(day) || (weekday && !formatLongDate(day).toLowerCase().startsWith(weekday.toLowerCase())))
      return found;
  }
  return null;
}

/** Days of birth, and ages, that a text gives the person, other than those of the report. */
function otherBirth({ text, field }: TextRead, { draft, around, text: of }: Reading): string | null {
  const birth = of("person", "dateOfBirth") || draft.booked.dateOfBirth;
  if (!isIsoDate(birth) || field === "dateOfBirth") return null;
  const own = withoutQuotes(text);
  for (const [, rest] of own.matchAll(
    /\b(?:born(?: on)?|date of birth:?|d\.?o\.?b\.?:?)\s+([^;,.\n]{6,24})/gi,
  )) {
    const [day] = daysIn(rest!);
    if (day && day !== birth) return rest!.trim();
  }
  const age = yearsBetween(birth, around.visitDays.at(-1) ?? around.today);
  for (const match of own.matchAll(
    /\b(?:an? |the )?(\d{2,3})[- ]year[- ]old (?:wo)?man\b|\b(?:she|he) is (\d{2,3}) years old\b/gi,
  )) {
    const said = Number(match[1] ?? match[2]);
    if (Math.abs(said - age) > 1) return match[0];
  }
  return null;
}

const MAX_SUMMARY_WORDS = 400;
/** A report of so many words fills about twelve pages. */
const MAX_REPORT_WORDS = 5_400;
const wordCount = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** A letter, or its number where nobody would see it. */
const visibly = (letter: string) =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(letter)
    ? letter
    : `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;

/** The words before the first of these letters. */
function placeOf(text: string, letters: readonly string[]): string {
  const at = Math.min(...letters.map((letter) => text.indexOf(letter)));
  const before = text.slice(0, at).trim().split(/\s+/).slice(-4).join(" ");
  return before === "" ? "The first is at the beginning." : `The first comes after “${before}”.`;
}

/** Fields whose rules say what is missing. */
const ASKED_FOR = new Set([
  ...["authorName", "questions", "qualifications", "personName", "visitedOn", "identity", "remoteWhy"],
  ...["tried", "decision", "information", "support", "impairment", "becauseOf", "summary", "declaration"],
  "place",
]);

/** Faults of any text, and of the report as a whole. */
export const TEXT_RULES = [
  textRule(
    "placeholder",
    "must",
    ({ text }) => gapIn(text, GAPS),
    ({ where }, found) => `“${found}” in “${where}” is a gap that is still to be filled in.`,
  ),
  textRule(
    "may-be-placeholder",
    "look",
    ({ text }) => !gapIn(text, GAPS) && gapIn(text, MAYBE_GAPS),
    ({ where }, found) => `“${found}” in “${where}” looks like a gap that is still to be filled in.`,
  ),
  textRule(
    "filled-with-nothing",
    "look",
    ({ text, field }) =>
      !isAnswered(text) && !ASKED_FOR.has(field) && !/^conclusion\d|Reasons$|Seen$/.test(field) && text,
    ({ where }, found) => `“${found}” in “${where}” says nothing. Write it, or leave the field empty.`,
  ),
  textRule(
    "either-pronoun",
    "must",
    opensWithEither,
    ({ where }, found) => `“${found}” in “${where}” is left from a template: write the person’s own.`,
  ),
  textRule(
    "may-be-either-pronoun",
    "look",
    (one) =>
      one.field !== "test" && !opensWithEither(one) && EITHER_PRONOUN.exec(withoutQuotes(one.text))?.[0],
    ({ where }, found) => `“${found}” in “${where}”: if the person is meant, write their own.`,
  ),
  rule("other-pronoun", "look", (reading) =>
    otherPronoun(reading).map(({ part, field }) => ({
      part,
      field,
      message: `The report calls ${reading.name} by the wrong pronoun throughout, or by one that their title does not suggest.`,
    })),
  ),
  textRule(
    "other-reference",
    "must",
    referenceOfOther,
    ({ where }, found) =>
      `The text of “${where}” has the reference of another client, ${found}. Check that nothing was copied.`,
  ),
  textRule(
    "strange-reference",
    "look",
    (one, reading) => !referenceOfOther(one, reading) && strangeReferences(one, reading)[0],
    ({ where }, found) => `The text of “${where}” has another reference than this booking’s, ${found}.`,
  ),
  textRule(
    "other-client",
    "look",
    ({ text }, reading) =>
      reading.around.otherClients.find(({ name }) => namesClient(text, name, reading))?.name,
    ({ where }) => `The text of “${where}” names another of your clients. Check that nothing was copied.`,
  ),
  textRule(
    "birth-in-text",
    "look",
    otherBirth,
    ({ where }, found) => `“${found}” in “${where}” does not agree with the person’s date of birth.`,
  ),
  textRule(
    "other-weekday",
    "look",
    ({ text }) => wrongDay(withoutQuotes(text)),
    ({ where }, found) => `“${found}” in “${where}” is no day of the calendar.`,
  ),
  fieldRule("no-sources", "look", ["sources", "read"], (text, { text: of }) =>
    text === "" && of("sources", "spokenTo") === ""
      ? "The report names nothing that you read and nobody whom you spoke to."
      : null,
  ),
  fieldRule("read-to-come", "look", ["sources", "read"], (text, { around }) =>
    daysIn(text).some((day) => day > around.today)
      ? "Something that you read has a date that is still to come."
      : null,
  ),
  rule("letters", "must", ({ draft, decisions, texts, around }) => {
    const found = (part: PartKey, field: string, text: string, where: string) => {
      const strange = around.undrawable(text).slice(0, 10);
      return (
        strange.length > 0 && {
          part,
          field,
          message: `The file cannot show “${strange.map(visibly).join(" ")}” in ${where}. ${placeOf(text, strange)} Write it in other letters, or upload your own file.`,
        }
      );
    };
    return [
      ...texts.map(({ part, field, text }) => found(part, field, text, `“${partTitle(draft, part)}”`)),
      // Exchanges are checked where they are ticked.
      ...decisions.flatMap(({ key, abilities }) =>
        abilities.flatMap(({ ticked, names }) =>
          ticked.map(({ number, text }) => found(key, names.evidence, text, `exchange ${number}`)),
        ),
      ),
    ];
  }),

  fieldRule("no-summary", "look", ["opinion", "summary"], (text) =>
    !saysSomething(text) ? "The report has no summary." : null,
  ),
  fieldRule("long-summary", "look", ["opinion", "summary"], (text) =>
    wordCount(text) > MAX_SUMMARY_WORDS
      ? `The summary has ${wordCount(text)} words. Families read up to ${MAX_SUMMARY_WORDS}.`
      : null,
  ),
  rule("long-report", "look", ({ draft }) => [
    wordCount(treeText(reportDocument(draft))) > MAX_REPORT_WORDS && {
      part: "opinion" as const,
      field: "summary",
      about: "length",
      message: "The report has more than about 12 pages. Shorten it, if you can.",
    },
  ]),
];
