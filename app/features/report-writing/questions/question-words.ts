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

/** Filters of the list, in the order in which staff deal with them. */
export const QUESTION_FILTERS = {
  office: "For the office",
  assessor: "With an assessor",
  overdue: "Overdue",
  finished: "Answered or refused",
} as const;
export type QuestionFilter = keyof typeof QUESTION_FILTERS;

/** Versions that answer questions which are passed on. */
export const ANSWERED_BY = {
  addendum: "An addendum: each question is printed with its answer",
  correction: "A correction: the assessor sends the report again, put right",
} as const;
export type AnswerAs = keyof typeof ANSWERED_BY;

export const MAX_QUESTIONS = 10;
export const MAX_QUESTION_LENGTH = 1_000;
export const MAX_ANSWER_LENGTH = 5_000;
/** Questions that the form shows before somebody opens the rest. */
export const OPEN_QUESTIONS = 3;

/** The page on which staff deal with a booking’s questions. */
export const staffQuestionsPath = (bookingId: string) => `/admin/bookings/${bookingId}/questions`;
export const assessorQuestionsPath = (visitId: string) => `/assessor/visits/${visitId}/report/questions`;

/** Declaration of answers about a report that is for no court. */
export const OWN_ANSWERS =
  "These answers are mine, and their facts are true to the best of my knowledge. They are part of the report.";

export const inNumbers = (count: number) => `${count} ${count === 1 ? "question" : "questions"}`;

/** The name of the control for the answer to a question, counted from 0. */
export const answerName = (index: number) => `answer${index + 1}`;
