import type { BadgeColour } from "#app/ui/badge.tsx";

/** Purposes of a recipient’s questions about a report. */
export const PURPOSES = {
  clarify: "To clarify something",
  wrong: "Something is wrong (a name, a date, a fact)",
  court: "The court asked",
} as const;
export type Purpose = keyof typeof PURPOSES;

export const QUESTION_STATES = {
  asked: "Waits for the office",
  passed: "With the assessor",
  answered: "Answered",
  refused: "Refused",
} as const;
export type QuestionState = keyof typeof QUESTION_STATES;

export const QUESTION_COLOURS: Record<QuestionState, BadgeColour> = {
  asked: "yellow",
  passed: "blue",
  answered: "green",
  refused: "grey",
};

/** Versions that answer questions which are passed on. */
export const ANSWERED_BY = {
  addendum: "An addendum: each question is printed with its answer",
  correction: "A correction: the assessor sends the report once more, put right",
} as const;
export type AnswerAs = keyof typeof ANSWERED_BY;

export const MAX_QUESTIONS = 10;
export const MAX_QUESTION_LENGTH = 1_000;
