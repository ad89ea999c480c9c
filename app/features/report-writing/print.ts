import * as kit from "#app/kit/sections/fields.ts";
import type { Chapter } from "./templates.ts";

/** How the answer to a question is printed, in a report and on form COP3. Both follow from its declaration. */

/** A box of form COP3, Part B, that follows from questions. */
export type Box =
  | "practitioner"
  | "visit"
  | "information"
  | "support"
  | "abilities"
  | "impairment"
  | "because"
  | "regain";

/** Words that are printed instead of the answer; `own` reads an answer of the same part. */
type Words = (own: (name: string) => string) => string;

export type Print = {
  /** Before the answer; otherwise the question. Empty: the answer alone. Null: not printed by itself. */
  printed?: string | null;
  words?: Words;
  /** `lines`: a list. `quotes`: what was said. `heading`: the group's heading says it. Otherwise paragraphs. */
  as?: "lines" | "quotes" | "heading";
  /** The table in which it is a row. */
  table?: string;
  /** Without these: in the chapter of its part, under the heading of its group, in the order of asking. */
  chapter?: Chapter;
  under?: string;
  after?: string;
  /** A box of form COP3 that has the answer, too: without its label, unless `inBox` says otherwise. */
  box?: Box;
  inBox?: "labelled" | Words;
};

export type Question = kit.Field & Print;

/** A kind of question whose options also say how its answer is printed. */
const printable = <Given>(ask: (name: string, label: string, given: Given) => kit.Field) =>
  ask as (
    name: string,
    label: string,
    ...given: undefined extends Given ? [given?: Given & Print] : [given: Given & Print]
  ) => Question;

export const text = printable(kit.text);
export const longText = printable(kit.longText);
export const date = printable(kit.date);
export const radio = printable(kit.radio);
export const select = printable(kit.select);
export const checkboxes = printable(kit.checkboxes);

export const filled = (texts: readonly string[], separator: string) => texts.filter(Boolean).join(separator);

export const labelled = (label: string, words: string) => words && `${label}: ${words}`;

/** A sentence with the decision: `The decision is whether to sell 4 Elm Road.` `timing`: how often it is made. */
export function decisionSentence(decision: string, timing = ""): string {
  const words = decision.trim().replace(/[.\s]+$/, "");
  if (words === "") return "";
  const sentence = /^whether\b/i.test(words)
    ? `The decision is w${words.slice(1)}.`
    : `The decision: ${words}.`;
  return timing ? `${sentence} It is made ${timing.toLowerCase()}.` : sentence;
}

const MAX_HEAD = 90;

/** The object of a decision, to name it in a head: without “whether” alone, and in at most a line. */
export function inShort(decision: string): string {
  const [first = ""] = decision.trim().split(/\n/);
  const words = first.replace(/[.\s]+$/, "");
  return words.length > MAX_HEAD ? `${words.slice(0, MAX_HEAD).replace(/\s+\S*$/, "")} …` : words;
}
