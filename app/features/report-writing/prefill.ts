import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import { isBlank, type Answers } from "#app/features/referral/sections/fields.ts";
import { suggestedConclusion } from "./abilities.ts";
import { isWideDecision } from "./check-words.ts";
import { decisionKeys, templateOf, textOf, UNCONFIRMED, unconfirmedIn, type Draft } from "./draft.ts";
import { conclusionField, isDecisionKey, type PartKey } from "./parts.ts";
import { TEMPLATES, type TemplateKey } from "./templates.ts";

/** Facts that the product knows already, as an author would type them. Empty where it does not. */
export type KnownFacts = {
  template: TemplateKey;
  instructedBy: string;
  questions: string;
  authorName: string;
  authorRole: string;
  qualifications: string;
  visitedOn: string;
  place: string;
  conducted: string;
  present: string;
  identity: string;
  communication: string;
  read: string;
};

const KNOWN_TESTS: Readonly<Record<string, (typeof EXPLANATIONS)[keyof typeof EXPLANATIONS]>> = EXPLANATIONS;

/** The legal test of an assessment and its relevant information, to be tailored to the person. */
export function testOf(assessment: string): { test: string; information: string } {
  const known = assessment === "other" ? undefined : KNOWN_TESTS[assessment];
  return { test: known?.test ?? "", information: (known?.needsToHear ?? []).join("\n") };
}

/** The part of a suggested decision that somebody stated; empty for one as wide as its assessment. */
export function statedDecision(suggested: string): string {
  const [head = "", ...rest] = suggested.split(": ");
  if (rest.length === 0) return isWideDecision(suggested) ? "" : suggested;
  return isWideDecision(head) && /affairs$/.test(head) ? rest.join(": ") : suggested;
}

/** Answers that a part shows before its author has saved it. They are read in their fields: nothing is kept before. */
export function prefill(draft: Draft, facts: KnownFacts, key: PartKey): Answers {
  if (isDecisionKey(key)) {
    const assessment = textOf(draft, key, "assessment");
    return { ...testOf(assessment), ...draft.parts[key] };
  }
  switch (key) {
    case "instruction": {
      const { template, instructedBy, questions, authorName, authorRole, qualifications } = facts;
      return { template, instructedBy, questions, authorName, authorRole, qualifications };
    }
    case "person": {
      const { visitedOn, place, conducted, present, identity, communication } = facts;
      const { personName, dateOfBirth } = draft.booked;
      return { personName, dateOfBirth, visitedOn, place, conducted, present, identity, communication };
    }
    case "sources":
      return { read: facts.read };
    case "opinion":
      return { ...suggestions(draft), declaration: TEMPLATES[templateOf(draft)].declaration };
  }
}

/** A suggested conclusion for each decision whose four findings are given. */
function suggestions(draft: Draft): Answers {
  const person = textOf(draft, "person", "personName") || draft.booked.personName;
  return Object.fromEntries(
    decisionKeys(draft).map((key) => [
      conclusionField(key),
      suggestedConclusion(draft.parts[key] ?? {}, person),
    ]),
  );
}

/** Names of the answers of a part that were filled in for its author: all before the first save, and after it those
 * that they have neither changed nor confirmed. */
export function filledIn(draft: Draft, facts: KnownFacts, key: PartKey, isSaved: boolean): string[] {
  if (isSaved) return [...unconfirmedIn(draft.parts[key])];
  return Object.entries(prefill(draft, facts, key)).flatMap(([name, answer]) =>
    name === UNCONFIRMED || isBlank(answer) ? [] : [name],
  );
}

/** The answers that a part's page shows: the saved ones; a conclusion that is still empty is suggested. */
export function shownAnswers(draft: Draft, facts: KnownFacts, key: PartKey, isSaved: boolean): Answers {
  const saved = draft.parts[key] ?? {};
  if (!isSaved) return prefill(draft, facts, key);
  if (key !== "opinion") return saved;
  const missing = Object.entries(suggestions(draft)).filter(([name]) => !saved[name]);
  return { ...saved, ...Object.fromEntries(missing) };
}
