import {
  ABILITIES,
  ABILITY_KEYS,
  abilityFields,
  abilityFinding,
  cannotDecide,
  conclusionOf,
  type Conclusion,
} from "./abilities.ts";
import { contentWords, nameWords, saysSomething, withoutQuotes } from "./check-texts.ts";
import { DIAGNOSES, FINDING_WORDS, NO_IMPAIRMENT } from "./check-words.ts";
import {
  contextOf,
  decisionKeys,
  decisionLabel,
  linesOf,
  partKeys,
  partTitle,
  textOf,
  tickedExchanges,
  type Draft,
} from "./draft.ts";
import { conclusionField, partFields, type DecisionKey, type PartKey } from "./parts.ts";

/** Facts beside the draft. */
export type Surroundings = {
  /** The day on which it is read, in London. */
  today: string;
  /** Days of the author's visits to this person, agreed ones that are still to come among them. */
  visitDays: readonly string[];
  /** Clients of the author's other visits of the last 90 days, with the references of their bookings. */
  otherClients: readonly { name: string; reference: string }[];
  /** Conclusions of earlier reports about the same person, by assessment. */
  earlier: readonly { assessment: string; conclusion: Conclusion; reference: string }[];
  /** Characters of a text that the report's file cannot show. */
  undrawable: (text: string) => readonly string[];
};

function readDecision(draft: Draft, key: DecisionKey, index: number) {
  const answers = draft.parts[key] ?? {};
  const own = (field: string) => textOf(draft, key, field);
  const label = decisionLabel(draft, key);
  const isUnable = cannotDecide(answers);
  return {
    key,
    index,
    own,
    label,
    isUnable,
    derived: conclusionOf(answers),
    information: linesOf(own("information")),
    conclusionField: conclusionField(key),
    conclusion: textOf(draft, "opinion", conclusionField(key)),
    says: (field: string) => saysSomething(own(field)),
    abilities: ABILITY_KEYS.map((ability) => {
      const names = abilityFields(ability);
      return {
        label,
        isUnable,
        ability,
        names,
        can: ABILITIES[ability],
        finding: abilityFinding(answers, ability),
        reasons: own(names.reasons),
        seen: own(names.seen),
        ticked: tickedExchanges(draft, answers[names.evidence]),
      };
    }),
  };
}

export type DecisionRead = ReturnType<typeof readDecision>;
export type AbilityRead = DecisionRead["abilities"][number];

/** Every text of a draft with its place. */
const textsOf = (draft: Draft) =>
  partKeys(draft).flatMap((part) =>
    partFields(part, contextOf(draft))
      .filter(({ kind }) => kind === "text" || kind === "longText")
      .map(({ name }) => ({
        part,
        field: name,
        text: textOf(draft, part, name),
        where: partTitle(draft, part),
      }))
      .filter(({ text }) => text !== ""),
  );

export type TextRead = ReturnType<typeof textsOf>[number];

/** A draft as the rules read it. */
export const readDraft = (draft: Draft, around: Surroundings) => ({
  draft,
  around,
  /** The person as messages name them. */
  name: draft.booked.personName || "the person",
  /** Words of the person's names, in the booking and in the report. */
  personWords: new Set([
    ...nameWords(draft.booked.personName),
    ...nameWords(textOf(draft, "person", "personName")),
  ]),
  decisions: decisionKeys(draft).map((key, index) => readDecision(draft, key, index)),
  texts: textsOf(draft),
  text: (part: PartKey, field: string) => textOf(draft, part, field),
  isWritten: (part: PartKey) => draft.parts[part] !== undefined,
});

export type Reading = ReturnType<typeof readDraft>;

/** A fault and its place, as a rule finds it. */
export type Found = {
  part: PartKey;
  /** The control that the link leads to. */
  field: string;
  message: string;
  /** Texts that it is about, where they are more than the field's. */
  about?: string;
};

/**
 * A fault for which a strict second reader would send a report back, found before anybody reads it. `must` stops the
 * sending: no sound sentence raises it. `look` may be as it should be, and the author may say so once.
 */
export type Rule<Code extends string = string> = {
  code: Code;
  level: "must" | "look";
  find: (reading: Reading) => (Found | null | false | undefined)[];
};

/** The words of a text that are neither grammar, nor the finding, nor the person's name. */
export const ownWords = (text: string, { personWords }: Reading) =>
  contentWords(text, FINDING_WORDS).filter((word) => !personWords.has(word));

export const repeatsFinding = (text: string, reading: Reading) =>
  text !== "" && ownWords(text, reading).length === 0;

/** Nothing but age, appearance, behaviour, a condition of the body, or an unwise decision. */
export function isNoImpairment(text: string, reading: Reading): boolean {
  const words = ownWords(text, reading).filter((word) => !/^\d+$/.test(word));
  const all = contentWords(text);
  return (
    words.every((word) => NO_IMPAIRMENT.has(word)) &&
    all.some((word) => NO_IMPAIRMENT.has(word) || /^\d+$/.test(word)) &&
    all.some((word) => NO_IMPAIRMENT.has(word) && !FINDING_WORDS.has(word))
  );
}

export const diagnosisIn = (text: string) =>
  DIAGNOSES.map((pattern) => pattern.exec(withoutQuotes(text))?.[0]).find(Boolean);
