import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import { formatDate, isIsoDate } from "#app/platform/dates.ts";
import { ABILITY_KEYS, AFTER_CANNOT } from "./abilities.ts";
import {
  genderOf,
  type Found,
  type Rule,
  type AbilityRead,
  type DecisionRead,
  type Reading,
  type TextRead,
} from "./check-reading.ts";
import {
  contentWords,
  daysIn,
  isAnswered,
  nameWords,
  plain,
  saysSomething,
  sentencesOf,
  similarity,
  verdictsIn,
  withoutQuotes,
  wordsIn,
  yearsBetween,
  type Verdict,
} from "./check-texts.ts";
import {
  DECISION_KINDS,
  DIAGNOSES,
  EITHER_PRONOUN,
  FINDING_WORDS,
  GAPS,
  HINTS_ABLE,
  HINTS_UNABLE,
  IMPAIRMENT_WORDS,
  isWideDecision,
  LEAD_INS,
  MAYBE_GAPS,
  NAME_TITLES,
  NARROW_EXAMPLES,
  NO_IMPAIRMENT,
  SAYS_OPEN,
} from "./check-words.ts";
import { contextOf, partKeys, partTitle, templateOf, unconfirmedIn } from "./draft.ts";
import { movedSentence } from "./moved.ts";
import { isDecisionKey, MAX_INFORMATION_LINES, partFields, type PartKey } from "./parts.ts";
import { reportDocument, treeText } from "./report-document.ts";
import { TEMPLATES } from "./templates.ts";

type Level = Rule["level"];
type Hit = Found | null | false | undefined;

/** A rule over the whole draft. */
const rule = <const Code extends string>(
  code: Code,
  level: Level,
  find: (reading: Reading) => Hit[],
): Rule<Code> => ({ code, level, find });

/** A rule about a field of each decision. */
const decisionRule = <const Code extends string>(
  code: Code,
  level: Level,
  field: string,
  isFault: (decision: DecisionRead, reading: Reading) => boolean,
  message: (decision: DecisionRead, reading: Reading) => string,
) =>
  rule(code, level, (reading) =>
    reading.decisions.map(
      (one) => isFault(one, reading) && { part: one.key, field, message: message(one, reading) },
    ),
  );

/** A rule about each of the four abilities of each decision; its link leads to the reasons, or to `field`. */
const abilityRule = <const Code extends string>(
  code: Code,
  level: Level,
  isFault: (ability: AbilityRead, reading: Reading) => boolean,
  message: (ability: AbilityRead, reading: Reading) => string,
  field: "reasons" | "finding" | "seen" = "reasons",
) =>
  rule(code, level, (reading) =>
    reading.decisions.flatMap(({ key, abilities }) =>
      abilities.map(
        (one) =>
          isFault(one, reading) && {
            ...{ part: key, field: one.names[field], message: message(one, reading) },
            about: JSON.stringify([
              one.finding,
              one.reasons,
              one.seen,
              one.ticked.map(({ id, text }) => [id, text]),
            ]),
          },
      ),
    ),
  );

/** A rule about a field of a part that is not a decision. */
const fieldRule = <const Code extends string>(
  code: Code,
  level: Level,
  [part, field]: readonly [PartKey, string],
  isFault: (text: string, reading: Reading) => boolean,
  message: string | ((reading: Reading) => string),
) =>
  rule(code, level, (reading) => [
    reading.isWritten(part) &&
      isFault(reading.text(part, field), reading) && {
        ...{ part, field, message: typeof message === "string" ? message : message(reading) },
      },
  ]);

/** A rule about each conclusion that is written. */
const conclusionRule = <const Code extends string>(
  code: Code,
  level: Level,
  isFault: (decision: DecisionRead, reading: Reading) => boolean,
  message: (decision: DecisionRead, reading: Reading) => string,
) =>
  rule(code, level, (reading) =>
    reading.decisions.map(
      (one) =>
        reading.isWritten("opinion") &&
        isFault(one, reading) && {
          ...{ part: "opinion" as const, field: one.conclusionField, message: message(one, reading) },
          about: JSON.stringify([one.conclusion, one.derived]),
        },
    ),
  );

/** A rule about every text; `found` is the faulty piece of it. */
const textRule = <const Code extends string>(
  code: Code,
  level: Level,
  find: (text: TextRead, reading: Reading) => string | null | false | undefined,
  message: (text: TextRead, found: string) => string,
) =>
  rule(code, level, (reading) =>
    reading.texts.map((one) => {
      const found = find(one, reading);
      return found ? { part: one.part, field: one.field, message: message(one, found) } : null;
    }),
  );

const conclusionTitle = ({ label }: DecisionRead) => label.toLowerCase();

// The parts

const COURT_NEEDS = [
  { part: "instruction", field: "questions", what: "what you were asked" },
  { part: "instruction", field: "qualifications", what: "your qualifications" },
  { part: "sources", field: "read", what: "your sources" },
  { part: "opinion", field: "range", what: "the range of opinion" },
  { part: "opinion", field: "declaration", what: "the declaration" },
] as const;

/** A conclusion without words of its own. */
const NO_WORDS = /^\W*(?:yes|no|as above|see above|ditto|same|agreed|positive|negative)\W*$/i;

const isForCourt = ({ draft }: Reading) => TEMPLATES[templateOf(draft)].isForCourt;

/** The booking's name of the person is in what the author wrote, titles and middle names aside. */
function isSameName(written: string, booked: string): boolean {
  const words = nameWords(written);
  const names = nameWords(booked);
  const [first, last] = [names[0], names.at(-1)];
  return first === undefined || (words.includes(first) && words.includes(last!));
}

const metRemotely = ({ text }: Reading) => text("person", "conducted") === "remote";
const tookNoPart = ({ text }: Reading) => text("person", "engaged") === "no";

// Reasons, impairment, cause

/** The words of a text that are neither grammar, nor the finding, nor the person's name. */
const ownWords = (text: string, { personWords }: Reading) =>
  contentWords(text, FINDING_WORDS).filter((word) => !personWords.has(word));

const repeatsFinding = (text: string, reading: Reading) =>
  text !== "" && ownWords(text, reading).length === 0;

const saysCannot = (text: string) => HINTS_UNABLE.test(text);

/** Nothing but age, appearance, behaviour, a condition of the body, or an unwise decision. */
function isNoImpairment(text: string, reading: Reading): boolean {
  const words = ownWords(text, reading).filter((word) => !/^\d+$/.test(word));
  const all = contentWords(text);
  return (
    words.every((word) => NO_IMPAIRMENT.has(word)) &&
    all.some((word) => NO_IMPAIRMENT.has(word) || /^\d+$/.test(word)) &&
    all.some((word) => NO_IMPAIRMENT.has(word) && !FINDING_WORDS.has(word))
  );
}

const diagnosisIn = (text: string) =>
  DIAGNOSES.map((pattern) => pattern.exec(withoutQuotes(text))?.[0]).find(Boolean);

/** A cause that only names the impairment again. */
function namesOnlyImpairment({ own }: DecisionRead, reading: Reading): boolean {
  const cause = own("becauseOf");
  if (wordsIn(cause).some((word) => FINDING_WORDS.has(word))) return false;
  const impairment = new Set(wordsIn(`${own("impairment")} ${own("diagnosisSource")}`));
  const rest = contentWords(cause.replace(diagnosisIn(cause) ?? "", " ")).filter(
    (word) => !impairment.has(word) && !reading.personWords.has(word) && !POINTERS.has(word),
  );
  return wordsIn(cause).length > 0 && rest.length === 0;
}

const POINTERS = new Set([
  "impairment",
  "disturbance",
  "above",
  "described",
  "cause",
  "causes",
  "caused",
  "causing",
  "reason",
  "result",
  "leads",
  "same",
  "diagnosis",
  "condition",
  "mrs",
  "mr",
]);

const isOnlyQuestions = (text: string) =>
  /\?["”’)\s]*$/.test(text) &&
  text.split(/(?<=[.!?])\s+/).every((sentence) => /\?["”’)]*$/.test(sentence.trim()));

const evidenceIsMine = ({ finding, seen, ticked }: AbilityRead) =>
  finding === "cannot" &&
  !saysSomething(seen) &&
  ticked.length > 0 &&
  ticked.every(({ speaker }) => speaker === "assessor");

// Conclusions

const GENERIC_OBJECT =
  /^(?:(?:to |of |in |for )?(?:make|making|take|taking|decide|deciding|reach|reaching|come to)? ?(?:on |about )?(?:this|the|that|these|those|such an?)? ?(?:own )?(?:decisions?|matters?|questions?)? ?(?:for (?:herself|himself|themselves))? ?(?:described above|set out above|in question)?)$/i;

/** The statement is about the decision of its head, as far as words can tell. */
function isAboutOwn({ object }: Verdict, { own }: DecisionRead): boolean {
  if (GENERIC_OBJECT.test(object.replace(/^[\s,]+/, ""))) return true;
  const words = new Set(contentWords(own("decision")));
  const named = contentWords(object, FINDING_WORDS);
  return named.length > 0 && named.every((word) => words.has(word));
}

const isAboutPerson = ({ subject }: Verdict, { personWords }: Reading) =>
  /^(?:she|he|they|the \p{L}+|)$/iu.test(subject) ||
  nameWords(subject).every((word) => personWords.has(word));

/** Plain statements of a conclusion about its own decision and person, and nothing that tells another way. */
function contradicts(text: string, decision: DecisionRead, reading: Reading): boolean {
  const { derived } = decision;
  if (derived === null) return false;
  const verdicts = verdictsIn(text);
  const opposite = derived === "able" ? "unable" : derived === "unable" ? "able" : "unable";
  if (verdicts.length === 0 || verdicts.some(({ says }) => says !== opposite)) return false;
  const isCertain = verdicts.some(
    (one) => one.isPlain && isAboutOwn(one, decision) && isAboutPerson(one, reading),
  );
  return isCertain && !agreesSomewhere(text, derived);
}

/** After such a word a text may say the opposite of its first sentence. */
const TURNS =
  /\b(?:not|no|never|neither|nor|beyond|outside|another|other|different|rather|only|but|however|though|although|yet|disagree|wrong)\b/i;

/** Words that may say what the findings say, outside of the sentences that say the opposite. */
function agreesSomewhere(text: string, derived: NonNullable<DecisionRead["derived"]>): boolean {
  const others = sentencesOf(text).filter((sentence) => verdictsIn(sentence).length === 0);
  if (derived === "able") return others.some((sentence) => HINTS_ABLE.test(sentence) || TURNS.test(sentence));
  if (derived === "unable") return HINTS_UNABLE.test(withoutQuotes(text)) || TURNS.test(withoutQuotes(text));
  return others.some((sentence) => SAYS_OPEN.test(sentence));
}

/** Words of the opposite, where no plain statement says what the findings say. */
function mayContradict(text: string, { derived }: DecisionRead): boolean {
  if (derived === null || !isAnswered(text)) return false;
  const own = withoutQuotes(text);
  const verdicts = new Set(verdictsIn(text).map(({ says }) => says));
  if (derived === "open") return verdicts.size > 0 && !SAYS_OPEN.test(own);
  if (verdicts.has(derived)) return verdicts.size > 1;
  if (verdicts.size > 0) return true;
  return derived === "able"
    ? HINTS_UNABLE.test(own) && !HINTS_ABLE.test(own)
    : !HINTS_UNABLE.test(own) && HINTS_ABLE.test(own);
}

const saysNoVerdict = (text: string) => {
  const own = withoutQuotes(text);
  return isAnswered(text) && !HINTS_UNABLE.test(own) && !HINTS_ABLE.test(own) && !SAYS_OPEN.test(own);
};

const kindsIn = (text: string) =>
  Object.keys(DECISION_KINDS).filter((kind) => DECISION_KINDS[kind]!.test(withoutQuotes(text)));

/** Kinds of decisions that a conclusion is about, where none is the one of its head. */
function strangeKinds({ own, conclusion }: DecisionRead): string[] {
  const mine = kindsIn(`${own("decision")} ${own("assessment")} ${own("information")}`);
  if (mine.length === 0 || /\b(?:this|the above) decision\b/i.test(conclusion)) return [];
  const named = [...new Set(verdictsIn(conclusion).flatMap(({ object }) => kindsIn(object)))];
  return named.length > 0 && kindsIn(conclusion).every((kind) => !mine.includes(kind)) ? named : [];
}

/** Names with which a conclusion states who can or cannot decide, and that are not the person's. */
const strangeSubjects = ({ conclusion }: DecisionRead, reading: Reading) =>
  verdictsIn(conclusion)
    .filter((one) => !isAboutPerson(one, reading) && nameWords(one.subject).length > 0)
    .map(({ subject }) => subject);

/** A name that is nowhere else in the report, or one of another client of the author. */
function isCopiedName(subject: string, { draft, around, texts }: Reading): boolean {
  const last = nameWords(subject).at(-1)!;
  if (around.otherClients.some(({ name }) => nameWords(name).includes(last))) return true;
  const known = wordsIn(
    texts
      .filter(({ part }) => part !== "opinion")
      .map(({ text }) => text)
      .join(" "),
  );
  return !known.includes(last) && !wordsIn(draft.booked.personName).includes(last);
}

// Every text

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
function otherPronoun(reading: Reading): TextRead | undefined {
  const gender = genderOf(reading.draft.booked.personName);
  if (gender === null) return undefined;
  const [own, other] =
    gender === "he" ? [/\b(?:he|him|his)\b/i, /\bshe\b/i] : [/\b(?:she|her|hers)\b/i, /\bhe\b/i];
  const texts = reading.texts.filter(
    ({ part, field }) =>
      /Reasons$|^becauseOf$/.test(field) || (part === "opinion" && field !== "declaration"),
  );
  const all = texts.map(({ text }) => withoutQuotes(text)).join(" ");
  return own.test(all) ? undefined : texts.find(({ text }) => other.test(withoutQuotes(text)));
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

// Dates

const visitDaysSaid = ({ text }: Reading) => daysIn(text("person", "visitedOn"));
const yearsSaid = (text: string) => [...text.matchAll(/\b(?:19|20)\d\d\b/g)].map(([year]) => year);

/** All years that the field names are others than those of the visits. */
const isOtherYear = (text: string, { around }: Reading) =>
  around.visitDays.length > 0 &&
  yearsSaid(text).length > 0 &&
  yearsSaid(text).every((year) => !around.visitDays.some((day) => day.startsWith(year)));

// Comparisons

const LPA = new Set(["lpa-property-affairs", "lpa-health-welfare"]);
const SIMILAR = 0.9;
const reasonsOf = ({ abilities }: DecisionRead) => abilities.map(({ reasons }) => reasons).join(" ");
const isLpa = ({ own }: DecisionRead) => LPA.has(own("assessment"));

const pairs = (decisions: readonly DecisionRead[]) =>
  decisions.flatMap((one, index) => decisions.slice(0, index).map((before) => [one, before] as const));

const MAX_SUMMARY_WORDS = 400;
/** A report of so many words fills about twelve pages. */
const MAX_REPORT_WORDS = 5_400;
const wordCount = (text: string) => text.split(/\s+/).filter(Boolean).length;

const TESTS: Readonly<Record<string, { test: string }>> = EXPLANATIONS;

const isBlank = (text: string) => !saysSomething(text);
/** True for a question whose options nobody chose. */
const isOpen = (text: string) => text === "";

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

/** Every fault that the check knows, a declaration each. */
export const RULES = [
  rule("not-written", "must", ({ draft }) =>
    partKeys(draft)
      .filter((key) => !isDecisionKey(key) && !draft.parts[key])
      .map((part) => ({
        ...{ part, field: partFields(part, contextOf(draft))[0]!.name },
        message: `“${partTitle(draft, part)}” is not written yet.`,
      })),
  ),

  rule("unconfirmed", "must", ({ draft }) =>
    partKeys(draft).map((part) => {
      const names = unconfirmedIn(draft.parts[part]);
      const fields = partFields(part, contextOf(draft)).filter(({ name }) => names.includes(name));
      return (
        fields.length > 0 && {
          ...{ part, field: fields[0]!.name },
          message: `“${partTitle(draft, part)}” has words that were filled in for you: ${fields.map(({ label }) => `“${label.split(": ")[0]}”`).join(", ")}. Read them, and save the part.`,
        }
      );
    }),
  ),

  rule("source-changed", "must", ({ draft }) =>
    (draft.moved ?? [])
      .filter(({ isFollowed }) => !isFollowed)
      .map((one) => ({
        ...{ part: one.part, field: one.field },
        message: `${movedSentence(draft, one)} Read it, and save the part.`,
        about: JSON.stringify([draft.parts[one.part]?.[one.field], one.suggestion]),
      })),
  ),

  // Instruction
  fieldRule("unanswered", "must", ["instruction", "authorName"], isBlank, "Enter your name."),
  rule("court", "must", (reading) =>
    isForCourt(reading)
      ? COURT_NEEDS.map(({ part, field, what }) => {
          const text = reading.text(part, field);
          const isMissing = field === "read" || field === "range" ? !isAnswered(text) : isBlank(text);
          return (
            reading.isWritten(part) &&
            isMissing && { part, field, message: `A report to a court needs ${what}.` }
          );
        })
      : [],
  ),
  fieldRule(
    "court-declaration",
    "look",
    ["opinion", "declaration"],
    (text, reading) =>
      isForCourt(reading) && saysSomething(text) && !/\b(?:court|tribunal|judge)\b/i.test(text),
    "The declaration of a report to a court does not name the duty to the court.",
  ),

  // The person and the visit
  fieldRule(
    "other-name",
    "must",
    ["person", "personName"],
    (text, { draft }) => !isSameName(text, draft.booked.personName),
    ({ draft }) => `The booking’s name of the person is ${draft.booked.personName}.`,
  ),
  fieldRule(
    "other-birth",
    "must",
    ["person", "dateOfBirth"],
    (text, { draft }) => draft.booked.dateOfBirth !== "" && text !== draft.booked.dateOfBirth,
    "The booking has another date of birth of the person.",
  ),
  fieldRule(
    "birth-to-come",
    "must",
    ["person", "dateOfBirth"],
    (text, { around }) => isIsoDate(text) && text > around.today,
    "The date of birth is still to come.",
  ),
  fieldRule(
    "under-16",
    "look",
    ["person", "dateOfBirth"],
    (text, { around }) => isIsoDate(text) && text <= around.today && yearsBetween(text, around.today) < 16,
    "By this date of birth the person is under 16. The Mental Capacity Act applies from 16.",
  ),
  fieldRule(
    "unanswered",
    "must",
    ["person", "conducted"],
    isOpen,
    "Say whether you met in person, or by video or phone.",
  ),
  fieldRule(
    "unanswered",
    "must",
    ["person", "identity"],
    isBlank,
    "Say how you confirmed who the person is.",
  ),
  fieldRule("unanswered", "must", ["person", "visitedOn"], isBlank, "Say when the visit was."),
  fieldRule(
    "unanswered",
    "must",
    ["person", "engaged"],
    isOpen,
    ({ name }) => `Say whether ${name} took part.`,
  ),
  fieldRule(
    "place-unknown",
    "look",
    ["person", "place"],
    (text, { text: of }) => of("person", "conducted") === "in-person" && !saysSomething(text),
    "Say where you met.",
  ),
  fieldRule(
    "visit-to-come",
    "must",
    ["person", "visitedOn"],
    (_text, reading) =>
      visitDaysSaid(reading).length > 0 &&
      visitDaysSaid(reading).every(
        // Before the agreed visit of a later day, the page that sends asks whether it took place.
        (day) => day > reading.around.today && !reading.around.visitDays.includes(day),
      ),
    "The day of the visit is still to come.",
  ),
  fieldRule(
    "other-year",
    "must",
    ["person", "visitedOn"],
    isOtherYear,
    ({ around }) =>
      `The visit is said to be in another year: the booking’s was on ${around.visitDays.map(formatDate).join(" and ")}.`,
  ),
  fieldRule(
    "other-day",
    "look",
    ["person", "visitedOn"],
    (text, reading) =>
      saysSomething(text) &&
      reading.around.visitDays.length > 0 &&
      !isOtherYear(text, reading) &&
      !reading.around.visitDays.some((day) => visitDaysSaid(reading).includes(day)),
    ({ around }) =>
      `The booking’s visit was on ${around.visitDays.map(formatDate).join(" and ")}. Say which day it was.`,
  ),
  fieldRule(
    "remote",
    "must",
    ["person", "remoteWhy"],
    (text, reading) => metRemotely(reading) && isBlank(text),
    "Say why you met by video or phone, and who was in the room with the person.",
  ),
  fieldRule(
    "remote-room",
    "look",
    ["person", "remoteWhy"],
    (text, reading) =>
      metRemotely(reading) &&
      saysSomething(text) &&
      !/\b(?:room|alone|nobody|no one|with her|with him|with them|beside|present|joined|in sight|off camera)\b/i.test(
        text,
      ),
    "Say who was in the room with the person, and how you know.",
  ),
  fieldRule(
    "not-engaged",
    "must",
    ["person", "tried"],
    (text, reading) => tookNoPart(reading) && isBlank(text),
    ({ name }) => `Say what you tried, because ${name} did not take part.`,
  ),
  rule("no-part-but-able", "look", (reading) =>
    reading.decisions.map(
      ({ key, abilities, label }) =>
        tookNoPart(reading) &&
        abilities.some(({ finding, ability }) => finding === "can" && ability !== "communicate") && {
          ...{ part: key, field: abilities.find(({ finding }) => finding === "can")!.ability },
          message: `${label} has findings of what ${reading.name} can do, although they did not take part. Say what shows it.`,
        },
    ),
  ),

  // Each decision
  decisionRule(
    "no-decision",
    "must",
    "decision",
    ({ says }) => !says("decision"),
    ({ label }) => `${label} does not say what is to be decided. ${NARROW_EXAMPLES}`,
  ),
  decisionRule(
    "no-object",
    "look",
    "decision",
    ({ own }) => isWideDecision(own("decision")),
    ({ label }) => `${label} is too wide. Say what exactly is to be decided. ${NARROW_EXAMPLES}`,
  ),
  decisionRule(
    "no-information",
    "must",
    "information",
    ({ information }) => !information.some(saysSomething),
    ({ label }) => `${label} names no relevant information.`,
  ),
  decisionRule(
    "too-much-information",
    "must",
    "information",
    ({ information }) => information.length > MAX_INFORMATION_LINES,
    ({ label }) =>
      `${label} has more than ${MAX_INFORMATION_LINES} lines of relevant information. Keep what matters for this decision.`,
  ),
  decisionRule(
    "circular-information",
    "look",
    "information",
    ({ information }) =>
      information.some(
        (line) => /\binsight\b|\b(?:lacks?|have|has) (?:mental )?capacity\b/i.test(line) || diagnosisIn(line),
      ),
    ({ label }) =>
      `${label} has an illness, insight or capacity among the relevant information. Somebody can decide without agreeing that they are ill.`,
  ),
  decisionRule(
    "no-timing",
    "look",
    "timing",
    ({ own }) => own("timing") === "",
    ({ label }) => `${label} does not say whether it is made once or again and again.`,
  ),
  decisionRule(
    "other-test",
    "look",
    "assessment",
    ({ own }, { draft }) =>
      own("assessment") !== "" && !draft.booked.assessments.some(({ id }) => id === own("assessment")),
    ({ label }) => `${label} uses the test of an assessment that is not booked.`,
  ),
  decisionRule(
    "wrong-test",
    "look",
    "test",
    ({ own }) => {
      const mine = TESTS[own("assessment")]?.test;
      return (
        mine !== undefined &&
        own("test") !== mine &&
        Object.values(TESTS).some(({ test }) => test === own("test"))
      );
    },
    ({ label }) => `${label} has the legal test of another kind of decision.`,
  ),
  decisionRule(
    "no-support",
    "must",
    "support",
    ({ isUnable, says }) => isUnable && !says("support"),
    ({ label }, { name }) => `${label} says that ${name} cannot decide, but no support is recorded.`,
  ),
  decisionRule(
    "no-impairment",
    "must",
    "impairment",
    ({ isUnable, own, says }, reading) =>
      isUnable && (!says("impairment") || repeatsFinding(own("impairment"), reading)),
    ({ label }, { name }) =>
      `${label} says that ${name} cannot decide, but names no impairment or disturbance of the mind or brain.`,
  ),
  decisionRule(
    "not-an-impairment",
    "must",
    "impairment",
    ({ isUnable, own, says }, reading) =>
      isUnable && says("impairment") && isNoImpairment(own("impairment"), reading),
    ({ label }) =>
      `${label} gives age, appearance, behaviour, a condition of the body or an unwise decision as the impairment. By itself none of them is one (Mental Capacity Act, sections 1(4) and 2(3)).`,
  ),
  decisionRule(
    "impairment-unclear",
    "look",
    "impairment",
    ({ isUnable, own, says }, reading) =>
      isUnable &&
      says("impairment") &&
      !repeatsFinding(own("impairment"), reading) &&
      !isNoImpairment(own("impairment"), reading) &&
      !IMPAIRMENT_WORDS.test(own("impairment")),
    ({ label }) => `${label}: is this an impairment of, or a disturbance in, the mind or brain? Name it.`,
  ),
  decisionRule(
    "no-cause",
    "must",
    "becauseOf",
    ({ isUnable, own, says }, reading) =>
      isUnable && (!says("becauseOf") || repeatsFinding(own("becauseOf"), reading)),
    ({ label }) => `${label} does not say how the impairment causes exactly this inability.`,
  ),
  decisionRule(
    "cause-repeats",
    "must",
    "becauseOf",
    (decision, reading) =>
      decision.isUnable &&
      decision.says("becauseOf") &&
      decision.says("impairment") &&
      !repeatsFinding(decision.own("becauseOf"), reading) &&
      (plain(decision.own("becauseOf")) === plain(decision.own("impairment")) ||
        namesOnlyImpairment(decision, reading)),
    ({ label }) =>
      `${label} names the impairment again where it should say how it causes exactly this inability.`,
  ),
  decisionRule(
    "cause-like-impairment",
    "look",
    "becauseOf",
    ({ isUnable, own }) =>
      isUnable &&
      plain(own("becauseOf")) !== plain(own("impairment")) &&
      similarity(own("becauseOf"), own("impairment")) >= SIMILAR,
    ({ label }) =>
      `${label} has nearly the same words for the impairment and for how it causes the inability.`,
  ),
  decisionRule(
    "not-a-cause",
    "must",
    "becauseOf",
    ({ isUnable, own, says }, reading) =>
      isUnable && says("becauseOf") && isNoImpairment(own("becauseOf"), reading),
    ({ label }) =>
      `${label} gives age, appearance, behaviour, a condition of the body or an unwise decision as the cause. By itself none of them is one (Mental Capacity Act, sections 1(4) and 2(3)).`,
  ),
  decisionRule(
    "no-diagnosis-answer",
    "look",
    "diagnosis",
    ({ isUnable, own }) => isUnable && own("diagnosis") === "",
    ({ label }) => `${label} does not say whether there is a diagnosis.`,
  ),
  decisionRule(
    "diagnosis-without-source",
    "look",
    "diagnosisSource",
    ({ isUnable, own, says }) => isUnable && own("diagnosis") === "formal" && !says("diagnosisSource"),
    ({ label }) => `${label} names a diagnosis without its source.`,
  ),
  decisionRule(
    "diagnosis-to-come",
    "look",
    "diagnosisSince",
    ({ isUnable, own }, { around }) =>
      isUnable &&
      (daysIn(own("diagnosisSince")).some((day) => day > around.today) ||
        yearsSaid(own("diagnosisSince")).some((year) => year > around.today.slice(0, 4))),
    ({ label }) => `${label} has a diagnosis since a day that is still to come.`,
  ),
  decisionRule(
    "no-outlook",
    "look",
    "mayReturn",
    ({ isUnable, own }) => isUnable && own("mayReturn") === "",
    ({ label }) => `${label} does not say whether the ability may come back.`,
  ),
  decisionRule(
    "outlook-without-reason",
    "look",
    "mayReturnWhy",
    ({ isUnable, own, says }) =>
      isUnable && own("mayReturn") === "yes" && !says("mayReturnWhy") && own("lookAgainOn") === "",
    ({ label }) => `${label} says that the ability may come back. Say why, and when to look again.`,
  ),
  decisionRule(
    "look-again-past",
    "must",
    "lookAgainOn",
    ({ isUnable, own }, { around }) =>
      isUnable && isIsoDate(own("lookAgainOn")) && own("lookAgainOn") < around.today,
    ({ label, own }) =>
      `${label} is to be looked at again on ${formatDate(own("lookAgainOn"))}, a day that has passed.`,
  ),
  decisionRule(
    "impairment-though-able",
    "look",
    "impairment",
    ({ isUnable, own }) => !isUnable && AFTER_CANNOT.some((field) => own(field) !== ""),
    ({ label }, { name }) =>
      `${label} describes an impairment, although nothing says that ${name} cannot decide.`,
  ),
  decisionRule(
    "other-causes",
    "look",
    "otherCauses",
    ({ isUnable, own }) =>
      isUnable &&
      !saysSomething(own("otherCauses")) &&
      /\b(?:pressure|undue influence|coerc\w+|afraid of)\b/i.test(`${own("othersSaid")} ${own("wishes")}`),
    ({ label }) => `${label} mentions pressure by others. Say why it does not explain the inability.`,
  ),
  rule("same-words", "look", ({ decisions }) =>
    decisions.flatMap(({ key, own, label, abilities }) => {
      const fields = [
        "support",
        "notTried",
        "impairment",
        "becauseOf",
        "otherCauses",
        "wishes",
        "othersSaid",
      ];
      const reached = abilities.filter(({ finding }) => finding !== "not-reached");
      const all = [...fields, ...reached.map(({ names }) => names.reasons)].map((field) => ({
        ...{ field, text: plain(own(field)) },
      }));
      return all.map(
        ({ field, text }, index) =>
          text.split(" ").length >= 4 &&
          !(field === "becauseOf") &&
          all.findIndex((other) => other.text === text) < index && {
            ...{ part: key, field, message: `${label} has the same words in two fields.` },
          },
      );
    }),
  ),
  rule("points-elsewhere", "look", ({ decisions }) =>
    decisions.flatMap(({ key, own, label }) =>
      ["support", "impairment", "becauseOf"].map(
        (field) =>
          /^\W*(?:as|see|same as|as for|as in)?\W*(?:above|before|ditto|(?:the )?(?:first |previous )?decision(?: \d)?|previous(?:ly)?)\W*$/i.test(
            own(field),
          ) && {
            ...{ part: key, field },
            message: `${label} points to another place instead of saying it. The court reads each decision by itself.`,
          },
      ),
    ),
  ),

  // Each ability
  abilityRule(
    "ability-open",
    "must",
    ({ finding, decision }) => finding === null && !decision.isUnable,
    ({ decision, can }, { name }) => `${decision.label} does not say whether ${name} can ${can}.`,
    "finding",
  ),
  abilityRule(
    "no-evidence",
    "must",
    ({ finding, seen, ticked }) => finding === "cannot" && !saysSomething(seen) && ticked.length === 0,
    ({ decision, can }, { name }) =>
      `${decision.label} says that ${name} cannot ${can}, but nothing shows it. Tick what was said, or write what you saw.`,
    "finding",
  ),
  abilityRule(
    "only-my-question",
    "must",
    (one) => evidenceIsMine(one) && one.ticked.every(({ text }) => isOnlyQuestions(text)),
    ({ decision, can }, { name }) =>
      `${decision.label} says that ${name} cannot ${can}, and shows only what you asked. Tick what was answered, or write what you saw.`,
    "finding",
  ),
  abilityRule(
    "only-my-words",
    "look",
    (one) => evidenceIsMine(one) && !one.ticked.every(({ text }) => isOnlyQuestions(text)),
    ({ decision, can }, { name }) =>
      `${decision.label} says that ${name} cannot ${can}, and shows only your own words. Does the answer show it?`,
    "finding",
  ),
  abilityRule(
    "no-reasons",
    "must",
    ({ finding, reasons }) => finding === "cannot" && isBlank(reasons),
    ({ decision, can }, { name }) =>
      `${decision.label} gives no reasons for its finding on whether ${name} can ${can}.`,
  ),
  abilityRule(
    "no-reasons-given",
    "look",
    ({ finding, reasons }) => finding !== null && finding !== "cannot" && isBlank(reasons),
    ({ decision, can }, { name }) =>
      `${decision.label} gives no reasons for its finding on whether ${name} can ${can}.`,
  ),
  abilityRule(
    "reasons-opposite",
    "must",
    ({ finding, reasons }, reading) =>
      saysSomething(reasons) &&
      repeatsFinding(reasons, reading) &&
      finding === "can" &&
      /\b(?:cannot|can not|can['’]t|could not|unable|not able)\b/i.test(reasons),
    ({ decision, can }, { name }) =>
      `${decision.label} finds that ${name} can ${can}, and its reasons say that they cannot.`,
  ),
  abilityRule(
    "reasons-repeat",
    "must",
    ({ finding, reasons }, reading) =>
      finding === "cannot" && saysSomething(reasons) && repeatsFinding(reasons, reading),
    ({ decision, can }, { name }) =>
      `${decision.label} repeats its finding instead of giving reasons: say what shows that ${name} cannot ${can}.`,
  ),
  abilityRule(
    "reasons-only-repeat",
    "look",
    ({ finding, reasons }, reading) =>
      finding !== null &&
      finding !== "cannot" &&
      saysSomething(reasons) &&
      repeatsFinding(reasons, reading) &&
      !saysCannot(reasons),
    ({ decision, can }, { name }) =>
      `${decision.label} repeats its finding on whether ${name} can ${can}. Say what shows it.`,
  ),
  abilityRule(
    "not-a-reason",
    "must",
    ({ finding, reasons }, reading) =>
      finding === "cannot" && saysSomething(reasons) && isNoImpairment(reasons, reading),
    ({ decision, can }) =>
      `${decision.label} gives age, appearance, behaviour or an unwise decision as the only reason why somebody cannot ${can}. By itself none of them is one (Mental Capacity Act, sections 1(4) and 2(3)).`,
  ),
  abilityRule(
    "diagnosis-early",
    "look",
    ({ reasons, seen }) => diagnosisIn(`${reasons} ${seen}`) !== undefined,
    (_one, { name }) =>
      `You describe an illness before you have shown that ${name} cannot decide. Move it to ‘Why’.`,
  ),
  abilityRule(
    "insight",
    "look",
    ({ reasons, seen }) => /\binsight\b(?! into\b)/i.test(withoutQuotes(`${reasons} ${seen}`)),
    (_one, { name }) =>
      `‘Insight’ needs a sentence: insight into what, and how does it stop ${name} from weighing it up?`,
  ),
  abilityRule(
    "protection",
    "look",
    ({ reasons, finding }) =>
      finding === "cannot" &&
      /\bbest interests?\b|\bfor (?:her|his|their) own (?:good|safety)\b|\b(?:unsafe|too risky|at risk) (?:to|if|for)\b/i.test(
        withoutQuotes(reasons),
      ),
    ({ decision }) =>
      `${decision.label}: what would be good or safe for the person comes after the question whether they can decide.`,
  ),
  abilityRule(
    "unwise",
    "look",
    ({ reasons, finding }, reading) =>
      finding === "cannot" &&
      /\b(?:unwise|foolish|wrong|bad) (?:decision|choice)/i.test(withoutQuotes(reasons)) &&
      !isNoImpairment(reasons, reading),
    ({ decision }) =>
      `${decision.label}: a decision is no sign of inability because it is unwise (Mental Capacity Act, section 1(4)). Say what was not understood or weighed.`,
  ),
  abilityRule(
    "burden",
    "look",
    ({ reasons, finding }) =>
      finding === "cannot" &&
      /\b(?:failed|unable|not able|did not|could not|has not) (?:to )?(?:demonstrate|prove|show|satisfy me|convince me|persuade me)\b.{0,40}\b(?:capacity|can|able|could)\b/i.test(
        withoutQuotes(reasons),
      ),
    ({ decision }) =>
      `${decision.label}: nobody has to prove that they can decide (Mental Capacity Act, section 1(2)). Say what shows that they cannot.`,
  ),
  abilityRule(
    "speaks",
    "look",
    ({ ability, finding, ticked, reasons }, { draft }) =>
      ability === "communicate" &&
      finding === "cannot" &&
      [...ticked, ...draft.exchanges].some(
        ({ speaker, text }) => speaker === "person" && wordsIn(text).length > 2,
      ) &&
      !/\b(?:consistent|contradict\w*|settled|stable|means|mute)\b/i.test(reasons),
    ({ decision }, { name }) =>
      `${decision.label} says that ${name} cannot communicate a decision, and their words are recorded. Only somebody who can do so by no means at all cannot.`,
  ),

  // Between decisions
  rule("same-decision", "must", ({ decisions }) =>
    pairs(decisions).map(
      ([one, before]) =>
        one.says("decision") &&
        plain(one.own("decision")) === plain(before.own("decision")) &&
        one.own("assessment") === before.own("assessment") &&
        one.derived !== null &&
        before.derived !== null &&
        one.derived !== before.derived && {
          ...{ part: one.key, field: "decision" },
          message: `${one.label} is the same decision as ${before.label.toLowerCase()}, with another conclusion.`,
        },
    ),
  ),
  rule("same-reasons", "look", ({ decisions }) =>
    pairs(decisions).map(
      ([one, before]) =>
        !(isLpa(one) && isLpa(before)) &&
        similarity(reasonsOf(one), reasonsOf(before)) >= SIMILAR && {
          ...{ part: one.key, field: "understandReasons" },
          about: JSON.stringify([reasonsOf(one), reasonsOf(before)]),
          message: `${one.label} has nearly the same reasons as ${before.label.toLowerCase()}.`,
        },
    ),
  ),
  rule("same-exchange", "look", ({ decisions, name }) =>
    ABILITY_KEYS.flatMap((ability) => {
      const by = (finding: string) =>
        decisions.flatMap(({ key, abilities }) =>
          abilities
            .filter((one) => one.ability === ability && one.finding === finding)
            .flatMap(({ ticked, can }) => ticked.map((exchange) => ({ key, can, ...exchange }))),
        );
      const forCan = new Set(by("can").map(({ id }) => id));
      return by("cannot")
        .filter(({ id }) => forCan.has(id))
        .map(({ key, number, text, can }) => ({
          ...{ part: key, field: ability, about: text },
          message: `Exchange ${number} shows both that ${name} can and that they cannot ${can}.`,
        }));
    }),
  ),

  // Conclusions
  conclusionRule(
    "no-conclusion",
    "must",
    ({ conclusion }) => isBlank(conclusion) || NO_WORDS.test(conclusion),
    ({ label }) => `${label} has no conclusion.`,
  ),
  conclusionRule(
    "conclusion-opposite",
    "must",
    (decision, reading) => contradicts(decision.conclusion, decision, reading),
    (decision) => `The conclusion of ${conclusionTitle(decision)} says the opposite of its four findings.`,
  ),
  conclusionRule(
    "conclusion-doubtful",
    "look",
    (decision, reading) =>
      !contradicts(decision.conclusion, decision, reading) && mayContradict(decision.conclusion, decision),
    (decision) =>
      `The conclusion of ${conclusionTitle(decision)} may say something else than its four findings.`,
  ),
  conclusionRule(
    "conclusion-silent",
    "look",
    ({ conclusion, derived }) => derived !== null && saysNoVerdict(conclusion),
    (decision, { name }) =>
      `The conclusion of ${conclusionTitle(decision)} does not say whether ${name} can make the decision.`,
  ),
  conclusionRule(
    "conclusion-of-other",
    "must",
    (decision, reading) => {
      const kinds = strangeKinds(decision);
      return (
        kinds.length > 0 &&
        reading.decisions.some(
          (other) =>
            other !== decision && kindsIn(other.own("decision")).some((kind) => kinds.includes(kind)),
        )
      );
    },
    (decision) => `The conclusion of ${conclusionTitle(decision)} is about another decision of this report.`,
  ),
  conclusionRule(
    "conclusion-elsewhere",
    "look",
    (decision, reading) => {
      const kinds = strangeKinds(decision);
      return (
        kinds.length > 0 &&
        !reading.decisions.some(
          (other) =>
            other !== decision && kindsIn(other.own("decision")).some((kind) => kinds.includes(kind)),
        )
      );
    },
    (decision) =>
      `The conclusion of ${conclusionTitle(decision)} names another decision (${strangeKinds(decision).join(", ")}) than its head.`,
  ),
  conclusionRule(
    "conclusion-other-person",
    "must",
    (decision, reading) => strangeSubjects(decision, reading).some((name) => isCopiedName(name, reading)),
    (decision, reading) =>
      `The conclusion of ${conclusionTitle(decision)} is about ${strangeSubjects(decision, reading)[0]}. The report is about ${reading.name}.`,
  ),
  conclusionRule(
    "conclusion-other-name",
    "look",
    (decision, reading) => {
      const names = strangeSubjects(decision, reading);
      return names.length > 0 && !names.some((name) => isCopiedName(name, reading));
    },
    (decision, reading) =>
      `The conclusion of ${conclusionTitle(decision)} is about ${strangeSubjects(decision, reading)[0]}. Is that ${reading.name}?`,
  ),
  conclusionRule(
    "conclusion-other-title",
    "look",
    ({ conclusion }, { draft }) => {
      const gender = genderOf(draft.booked.personName);
      return (
        gender !== null &&
        verdictsIn(conclusion).some(
          ({ subject }) => genderOf(subject) !== null && genderOf(subject) !== gender,
        )
      );
    },
    (decision, { name }) => `The conclusion of ${conclusionTitle(decision)} has another title than ${name}.`,
  ),
  conclusionRule(
    "conclusion-wide",
    "look",
    ({ conclusion }) =>
      /\b(?:capacity|decisions?) (?:generally|in general|in all (?:areas|matters|respects)|for all decisions|of any kind|in any area)\b|\b(?:no|any|all) decisions? (?:at all|whatsoever)\b/i.test(
        withoutQuotes(conclusion),
      ),
    (decision) =>
      `The conclusion of ${conclusionTitle(decision)} goes further than its decision: capacity is for one decision at one time.`,
  ),
  fieldRule(
    "summary-opposite",
    "must",
    ["opinion", "summary"],
    (text, reading) =>
      reading.decisions.length > 0 &&
      reading.decisions.every((decision) => contradicts(text, decision, reading)) &&
      verdictsIn(text).every(({ object }) => GENERIC_OBJECT.test(object)),
    "The summary says the opposite of the findings.",
  ),
  fieldRule(
    "summary-doubtful",
    "look",
    ["opinion", "summary"],
    (text, reading) => {
      const says = new Set(verdictsIn(text).map((one) => one.says));
      const derived = new Set(reading.decisions.map((one) => one.derived));
      const isOpposite =
        reading.decisions.length > 0 &&
        reading.decisions.every((decision) => contradicts(text, decision, reading)) &&
        verdictsIn(text).every(({ object }) => GENERIC_OBJECT.test(object));
      return !isOpposite && [...says].some((one) => !derived.has(one));
    },
    "The summary may say something else than the findings.",
  ),
  rule("changed-opinion", "must", (reading) =>
    saysSomething(reading.text("opinion", "changedOpinion"))
      ? []
      : reading.decisions.map(({ own, derived, label }) => {
          const other = reading.around.earlier.find(
            (one) => one.assessment === own("assessment") && derived !== null && one.conclusion !== derived,
          );
          return (
            other && {
              ...{ part: "opinion" as const, field: "changedOpinion" },
              message: `An earlier report (${other.reference}) came to another conclusion on ${label.toLowerCase()}. Explain why.`,
            }
          );
        }),
  ),

  // Every text
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
  rule("other-pronoun", "look", (reading) => {
    const found = otherPronoun(reading);
    return found
      ? [
          {
            part: found.part,
            field: found.field,
            message: `The report calls ${reading.name} by the wrong pronoun throughout, or by one that their title does not suggest.`,
          },
        ]
      : [];
  }),
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
  fieldRule(
    "no-sources",
    "look",
    ["sources", "read"],
    (text, { text: of }) => text === "" && of("sources", "spokenTo") === "",
    "The report names nothing that you read and nobody whom you spoke to.",
  ),
  fieldRule(
    "read-to-come",
    "look",
    ["sources", "read"],
    (text, { around }) => daysIn(text).some((day) => day > around.today),
    "Something that you read has a date that is still to come.",
  ),
  rule("letters", "must", ({ draft, decisions, texts, around }) => {
    const found = (part: PartKey, field: string, text: string, where: string) => {
      const strange = around.undrawable(text).slice(0, 10);
      return (
        strange.length > 0 && {
          ...{ part, field },
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

  // The whole
  fieldRule(
    "no-summary",
    "look",
    ["opinion", "summary"],
    (text) => !saysSomething(text),
    "The report has no summary.",
  ),
  fieldRule(
    "long-summary",
    "look",
    ["opinion", "summary"],
    (text) => wordCount(text) > MAX_SUMMARY_WORDS,
    ({ text }) =>
      `The summary has ${wordCount(text("opinion", "summary"))} words. Families read up to ${MAX_SUMMARY_WORDS}.`,
  ),
  rule("long-report", "look", ({ draft }) => [
    wordCount(treeText(reportDocument(draft))) > MAX_REPORT_WORDS && {
      ...{ part: "opinion" as const, field: "summary", about: "length" },
      message: "The report has more than about 12 pages. Shorten it, if you can.",
    },
  ]),
];

/** Fields whose rules say what is missing. */
const ASKED_FOR = new Set([
  ...[
    "authorName",
    "questions",
    "qualifications",
    "personName",
    "visitedOn",
    "identity",
    "remoteWhy",
    "tried",
  ],
  ...["decision", "information", "support", "impairment", "becauseOf", "summary", "declaration", "place"],
]);
