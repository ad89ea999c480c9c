import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import { isBlank, type Answers } from "#app/kit/sections/fields.ts";
import { possibleConclusions, suggestedConclusion } from "./abilities.ts";
import { isWideDecision } from "./check-words.ts";
import {
  decisionKeys,
  partKeys,
  suggestedIn,
  templateOf,
  textOf,
  UNCONFIRMED,
  unconfirmedIn,
  type Draft,
  type Moved,
} from "./draft.ts";
import { conclusionField, isDecisionKey, type PartKey } from "./parts.ts";
import { TEMPLATES } from "./templates.ts";

/** Facts that the product knows already, by the part and the name of their question, as an author would type them.
 * Empty where it does not. */
export type KnownFacts = Record<"instruction" | "person" | "sources", Readonly<Record<string, string>>>;

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
  if (isDecisionKey(key)) return { ...testOf(textOf(draft, key, "assessment")), ...draft.parts[key] };
  if (key === "opinion")
    return { ...suggestions(draft), declaration: TEMPLATES[templateOf(draft)].declaration };
  const { personName, dateOfBirth } = draft.booked;
  return key === "person" ? { personName, dateOfBirth, ...facts.person } : facts[key];
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

/** Answers that an author gives about themselves: the suggestion is what they wrote the last time. */
const ABOUT_AUTHOR = new Set(["authorName", "authorRole", "qualifications"]);

/** Suggestions for the fields of a part as its sources are now; those of saved parts follow them. */
export function suggestionsFor(draft: Draft, facts: KnownFacts, key: PartKey): Record<string, string> {
  const answers: Answers = isDecisionKey(key)
    ? testOf(textOf(draft, key, "assessment"))
    : prefill(draft, facts, key);
  return Object.fromEntries(
    Object.entries(answers).flatMap(([name, answer]) =>
      ABOUT_AUTHOR.has(name) ? [] : [[name, String(answer).trim()]],
    ),
  );
}

const isConclusion = (key: PartKey, name: string) => key === "opinion" && name !== "declaration";

/** A text of a draft from before suggestions were kept, where it is one that the product suggests. */
function recognised(draft: Draft, key: PartKey, name: string): string | undefined {
  const text = textOf(draft, key, name);
  if (key !== "opinion" || text === "") return undefined;
  if (name === "declaration")
    return Object.values(TEMPLATES).some(({ declaration }) => declaration === text) ? text : undefined;
  const decision = decisionKeys(draft).find((one) => conclusionField(one) === name);
  const people = [textOf(draft, "person", "personName"), draft.booked.personName];
  const answers = (decision && draft.parts[decision]) ?? {};
  return people.some((person) => possibleConclusions(answers, person).includes(text)) ? text : undefined;
}

/** The draft with each suggestion that nobody edited as its source is now. A fact that followed is to be confirmed; a
 * conclusion, which follows from the author's own findings, is not. A suggestion whose source says nothing any more
 * stays, as does a text that was edited: both are named in `moved`. */
export function followSources(draft: Draft, facts: KnownFacts): Draft {
  const moved: Moved[] = [];
  let now = draft;
  for (const part of partKeys(draft)) {
    const saved = draft.parts[part];
    if (!saved) continue;
    const before = suggestedIn(saved);
    const followed: Record<string, string> = {};
    for (const [field, suggestion] of Object.entries(suggestionsFor(now, facts, part))) {
      const text = textOf(draft, part, field);
      const known = before[field] ?? recognised(draft, part, field);
      if (known === undefined || known === suggestion || text === suggestion) continue;
      if (known === "" && (text !== "" || isConclusion(part, field))) continue;
      const isFollowed = text === known && suggestion !== "";
      if (isFollowed) followed[field] = suggestion;
      if (isFollowed || text !== "") moved.push({ part, field, suggestion, isFollowed });
    }
    const names = Object.keys(followed).filter((name) => !isConclusion(part, name));
    const unconfirmed = [...new Set([...unconfirmedIn(saved), ...names])];
    const answers = { ...saved, ...followed, ...(unconfirmed.length > 0 && { [UNCONFIRMED]: unconfirmed }) };
    now = { ...now, parts: { ...now.parts, [part]: answers } };
  }
  return { ...now, moved };
}

type Saving = {
  /** The part's answers before and after. */
  saved: Answers;
  merged: Answers;
  isSaved: boolean;
  /** Saved by a button of the part's page. */
  isConfirmed: boolean;
  /** The author's page showed this text in the field. */
  hasSeen: (name: string, text: string) => boolean;
};

/** Suggestions to keep with a saved part. An earlier one stays where the author left it and saw no later one. */
export function suggestionsToKeep(
  draft: Draft,
  facts: KnownFacts,
  key: PartKey,
  { saved, merged, isSaved, isConfirmed, hasSeen }: Saving,
): Record<string, string> {
  const before = isSaved ? suggestedIn(saved) : suggestionsFor(draft, facts, key);
  const now = suggestionsFor({ ...draft, parts: { ...draft.parts, [key]: merged } }, facts, key);
  return Object.fromEntries(
    Object.entries(now).map(([name, suggestion]) => {
      const text = String(merged[name] ?? "").trim();
      const earlier = before[name];
      const isLeft = text === earlier && !hasSeen(name, suggestion);
      const isTouched = isConfirmed || text !== String(saved[name] ?? "").trim();
      return [name, earlier !== undefined && (isLeft || !isTouched) ? earlier : suggestion];
    }),
  );
}
