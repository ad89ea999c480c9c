import { personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { Speaker } from "./exchange.ts";
import type { PartKey } from "./parts.ts";
import type { AnswerAs, Purpose, QuestionState } from "./questions/question-words.ts";

/** One exchange of a visit. It stays with who recorded it, also when the visit is given to somebody else. */
export type ExchangeRow = {
  id: string;
  visit_id: string;
  recorded_by: string;
  /** Counts one author's exchanges of all visits of the booking. */
  number: number;
  speaker: Speaker;
  text_sealed: string;
  /** `HH:MM`, London; null when nobody said. */
  at: string | null;
  /** Raised by each change. */
  version: number;
  /** Hash of the id that the page gave it. UNIQUE with the visit: one that is sent twice is kept once. */
  key_hash: string;
  recorded_at: string;
};

/** A report that its author writes here. An author has one of a booking in `writing` (a UNIQUE index). */
export type DraftRow = {
  id: string;
  booking_id: string;
  author_id: string;
  state: "writing" | "sent";
  created_at: string;
  /** The last save of a part. */
  updated_at: string;
  /** Since when the office may look at it; null while its author alone may. */
  shown_at: string | null;
  /** JSON: findings that the author leaves as they are, as the release before this one keeps them. */
  as_it_should_be: string;
  /** `Looks`: the author's answers to findings. Null before the first. */
  looks_sealed: string | null;
};

export type PartRow = {
  draft_id: string;
  key: PartKey;
  /** Raised by every save; 0 for a decision that its author has not saved yet. */
  version: number;
  answers_sealed: string;
  save_hash: string | null;
  updated_at: string;
};

/** A reader's words about a part of a report, the author's answer, and its end. */
export type CommentRow = {
  id: string;
  report_id: string;
  part_key: PartKey;
  reader_id: string;
  text_sealed: string;
  at: string;
  answer: "changed" | "kept" | null;
  /** The author’s words about it. */
  answer_sealed: string | null;
  answered_at: string | null;
  /** The reader has nothing more to say about it. */
  closed_at: string | null;
};

/** A reader said that they have read a version. */
export type ReadingRow = { report_id: string; reader_id: string; finished_at: string };

/** The questions that a recipient of a report asked at once. */
export type QuestionsRow = {
  id: string;
  delivery_id: string;
  /** UNIQUE with the delivery; counts what was asked by it from 1. */
  number: number;
  purpose: Purpose;
  /** JSON: each question, in the order in which they are numbered. */
  text_sealed: string;
  /** The court's order; null without one. */
  document_id: string | null;
  asked_at: string;
  state: QuestionState;
  /** London day: the court's, else so many working days (Settings) after they were asked. */
  due_on: string;
  /** The assessor who answers; null where the office did. */
  passed_to: string | null;
  passed_at: string | null;
  answer_as: AnswerAs | null;
  /** Questions with one key are answered in one addendum. */
  addendum_key: string | null;
  /** The version that answers: from when it was sent for review; a returned one is replaced by the next. */
  addendum_report_id: string | null;
  /** JSON: `answers` by number, or the `reason` of a refusal. */
  answer_sealed: string | null;
  /** The user who released the answer, gave it, or refused. */
  closed_by: string | null;
  closed_at: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    visit_exchanges: ExchangeRow;
    report_drafts: DraftRow;
    report_parts: PartRow;
    report_comments: CommentRow;
    report_readings: ReadingRow;
    report_questions: QuestionsRow;
  }
}

export const personal = personalTables("assessment", {
  visit_exchanges: { isExportedByRoom: true, key: "visit_id" },
  report_drafts: { isExportedByRoom: true, keptFor: "unsent-report" },
  report_parts: { isExportedByRoom: true, key: "draft_id", keptFor: "unsent-report" },
  report_comments: { isExportedByRoom: true, key: "report_id", keptFor: "readers-comment" },
  report_questions: { isExportedByRoom: true, key: "delivery_id" },
  report_readings: { isExportedByRoom: true, key: "report_id" },
});
