import { answerText } from "#app/kit/sections/answers.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import type { Exchange } from "./exchange.ts";
import {
  conclusionField,
  decisionNumber,
  isDecisionKey,
  partFields,
  TITLES,
  type DecisionKey,
  type PartContext,
  type PartKey,
} from "./parts.ts";
import { isTemplateKey, type TemplateKey } from "./templates.ts";

/** A draft as the pure rules see it: what is saved, and what the booking says. */
export type Draft = {
  reference: string;
  booked: {
    personName: string;
    /** `YYYY-MM-DD`; empty when nobody gave it. */
    dateOfBirth: string;
    assessments: readonly { id: string; name: string }[];
  };
  /** The author's exchanges of the booking's visits, in the order in which they were numbered. */
  exchanges: readonly Exchange[];
  /** Saved answers. Of a decision that nobody opened: what it was prefilled with. */
  parts: Readonly<Partial<Record<PartKey, Answers>>>;
  /** Saved answers whose suggestion is another one by now. */
  moved?: readonly Moved[];
};

/** `isFollowed`: nobody had edited the suggestion, so the draft has the one of now. */
export type Moved = { part: PartKey; field: string; suggestion: string; isFollowed: boolean };

/** Beside a part's answers: the names of those that were filled in for the author and that they have not confirmed. */
export const UNCONFIRMED = "unconfirmed";

export const unconfirmedIn = (answers: Answers | undefined): readonly string[] => {
  const names = answers?.[UNCONFIRMED];
  return Array.isArray(names) ? (names as string[]) : [];
};

/** Beside a part's answers: what was suggested for its fields when they were saved, as JSON. */
export const SUGGESTED = "suggested";

export const suggestedIn = (answers: Answers | undefined): Readonly<Record<string, string>> => {
  const json = answers?.[SUGGESTED];
  return typeof json === "string" ? (JSON.parse(json) as Record<string, string>) : {};
};

export function decisionKeys({ parts }: Pick<Draft, "parts">): DecisionKey[] {
  return Object.keys(parts)
    .filter(isDecisionKey)
    .sort((a, b) => decisionNumber(a) - decisionNumber(b));
}

/** The parts of a draft in the order of its task list. */
export const partKeys = (draft: Pick<Draft, "parts">): PartKey[] => [
  "instruction",
  "person",
  ...decisionKeys(draft),
  "sources",
  "opinion",
];

/** A text of a part; empty without one. */
export const textOf = (draft: Pick<Draft, "parts">, key: PartKey, name: string): string =>
  String(draft.parts[key]?.[name] ?? "").trim();

export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-•*]|\d{1,2}[.)])(?:\s+|$)/, "").trim())
    .filter(Boolean);

/** Numbers go by the place in the list, as in Part A of form COP3: a removed decision leaves no gap. */
export const decisionLabel = (draft: Pick<Draft, "parts">, key: DecisionKey) =>
  `Decision ${decisionKeys(draft).indexOf(key) + 1}`;

export function partTitle(draft: Pick<Draft, "parts">, key: PartKey): string {
  if (!isDecisionKey(key)) return TITLES[key];
  const text = textOf(draft, key, "decision");
  return text ? `${decisionLabel(draft, key)}: ${text}` : decisionLabel(draft, key);
}

/** A page of a draft as a button leads to it. */
export const pageLabel = (draft: Pick<Draft, "parts">, page: PartKey | "check"): string =>
  page === "check" ? "the check" : isDecisionKey(page) ? decisionLabel(draft, page) : TITLES[page];

export const contextOf = (draft: Draft): PartContext => ({
  booked: draft.booked.assessments,
  exchanges: draft.exchanges,
  decisions: decisionKeys(draft).map((key) => ({ key, title: partTitle(draft, key) })),
});

/** An answer in the words of its options; empty without one. */
export function wordsOf(draft: Draft, key: PartKey, name: string): string {
  const field = partFields(key, contextOf(draft)).find((one) => one.name === name);
  return field ? answerText(field, draft.parts[key]?.[name]).trim() : "";
}

/** The exchanges that an answer ticks; ids of other visits, and of deleted exchanges, are left out. */
export function tickedExchanges({ exchanges }: Pick<Draft, "exchanges">, ids: unknown): Exchange[] {
  const ticked = new Set(Array.isArray(ids) ? (ids as string[]) : []);
  return exchanges.filter(({ id }) => ticked.has(id));
}

/** The chosen kind of report; in full before one is chosen. */
export const templateOf = ({ parts }: Pick<Draft, "parts">): TemplateKey => {
  const chosen = parts.instruction?.["template"];
  return isTemplateKey(chosen) ? chosen : "narrative";
};

/** Says that the source of a saved answer has changed, and what is suggested now. */
export function movedSentence(draft: Draft, { part, field, suggestion }: Moved): string {
  const decision = decisionKeys(draft).find((key) => part === "opinion" && conclusionField(key) === field);
  if (decision)
    return suggestion === ""
      ? `The findings of ${decisionLabel(draft, decision).toLowerCase()} changed after its conclusion was worded, and lead to none now.`
      : `${decisionLabel(draft, decision)} changed after its conclusion was worded. From its findings now: “${suggestion}”`;
  const asked = partFields(part, contextOf(draft)).find(({ name }) => name === field);
  const words = asked ? answerText(asked, suggestion).trim() : suggestion;
  return `The source of “${asked?.label.split(": ")[0] ?? field}” in “${partTitle(draft, part)}” changed after it was saved. It says now: ${words === "" ? "nothing" : `“${words}”`}.`;
}
