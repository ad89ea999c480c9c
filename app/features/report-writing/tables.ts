import type { Speaker } from "./exchange.ts";
import type { PartKey } from "./parts.ts";

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

declare module "#app/platform/tables.ts" {
  interface Tables {
    visit_exchanges: ExchangeRow;
    report_drafts: DraftRow;
    report_parts: PartRow;
    report_comments: CommentRow;
    report_readings: ReadingRow;
  }
}
