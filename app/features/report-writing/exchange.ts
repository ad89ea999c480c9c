/** Words and sights of a visit, a row for each exchange. */

export const SPEAKERS = {
  person: "The person",
  assessor: "You",
  other: "Somebody else",
  seen: "What you saw",
} as const;

/** Names of the speakers in a report. */
export const SPEAKERS_IN_PRINT = {
  person: "The person",
  assessor: "The assessor",
  other: "Somebody else",
  seen: "Seen",
} as const;

export type Speaker = keyof typeof SPEAKERS;

/** `number` counts an author's exchanges of a visit, and is never used again. `at` is `HH:MM`, London, or empty. */
export type Exchange = { id: string; number: number; speaker: Speaker; text: string; at: string };

export const MAX_EXCHANGES = 200;
export const MAX_EXCHANGE_LENGTH = 2_000;

const LABEL_LENGTH = 90;

/** No more of a text is read for its label: a page has hundreds of them. */
const READ_LENGTH = 4 * LABEL_LENGTH;

const shortened = (text: string) => {
  const line = text.slice(0, READ_LENGTH).replaceAll(/\s+/g, " ").trim();
  return line.length <= LABEL_LENGTH && text.length <= READ_LENGTH
    ? line
    : `${line.slice(0, LABEL_LENGTH - 1).trimEnd()}…`;
};

/** `3. The person: “I pay the milkman.”` */
export const exchangeLabel = ({ number, speaker, text }: Exchange) =>
  `${number}. ${SPEAKERS[speaker]}: ${speaker === "seen" ? shortened(text) : `“${shortened(text)}”`}`;

export const ADD_FORM = "exchange";
export const CHANGE_FORM = "exchange-change";

/** The answer to an exchange that waited in a tab. */
export type KeepResult = { kind: "saved" } | { kind: "refused"; message: string };
