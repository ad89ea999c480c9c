import { STAFF, personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { LetterWay } from "./letter-ways.ts";
import type { NoteKind } from "./note-kinds.ts";
import type { Held } from "./outcome.ts";
import type { Flag } from "#app/platform/tables.ts";
import type { IsoDate } from "#app/platform/dates.ts";

type Planned = {
  booking_id: string;
  day: IsoDate;
  /** `HH:MM`, London. */
  start: string;
  minutes: number;
  is_virtual: Flag;
  place_sealed: string | null;
  /** `readSettled`. Null where an earlier release agreed or asked. */
  settled: string | null;
};

export type VisitRow = Planned & {
  id: string;
  /** Counts a booking's visits; one that is agreed in place of a cancelled one has its number. */
  number: number;
  assessor_id: string;
  travel_before_minutes: number;
  travel_after_minutes: number;
  /** Null while it is agreed, and after it took place. */
  ended_as: "cancelled" | "not-held" | "held-in-part" | null;
  ended_at: string | null;
  created_at: string;
  updated_at: string;
};

/** Several assessors are asked whether they can come; the first who accepts has the visit. */
export type VisitQuestionRow = Planned & {
  id: string;
  is_referrer_told: Flag;
  /** UTC; nobody can accept from then on. */
  deadline_at: string;
  closed_at: string | null;
  closed_as: "accepted" | "agreed" | "closed" | null;
  asked_by: string | null;
  created_at: string;
  /** The offer to the referrer that holds this time: nobody is asked. Null for a question. */
  offer_id: string | null;
};

/** Times from which a referrer may choose. Each is a row of `visit_questions` with the assessor who would go. */
export type TimeOfferRow = {
  id: string;
  booking_id: string;
  /** UTC; nobody can choose from then on. */
  until: string;
  /** `none`: the referrer says that none suits. `expired`: in time nobody chose, or every time has gone. `closed`: it
   * was withdrawn or replaced, a visit was agreed otherwise, or staff have gone on after it ended. */
  state: "open" | "chosen" | "none" | "expired" | "closed";
  /** The referrer's words with "None of these". */
  note_sealed: string | null;
  /** The row of `visit_questions` that was chosen. */
  chosen_id: string | null;
  ended_at: string | null;
  offered_by: string | null;
  created_at: string;
};

export type VisitAnswerRow = {
  question_id: string;
  assessor_id: string;
  answer: "accepted" | "declined" | null;
  reason_sealed: string | null;
  answered_at: string | null;
};

/** An assessor's report of a visit. A correction is a further row, and the last one counts. */
export type VisitOutcomeRow = {
  id: string;
  visit_id: string;
  /** 1 for the first report. UNIQUE with the visit. */
  number: number;
  held: Held;
  /** `OutcomeDetails`. */
  details_sealed: string | null;
  is_unsafe: Flag;
  recorded_by: string;
  recorded_at: string;
  /** UTC instant at which staff took care of an unsafe visit. */
  dealt_with_at: string | null;
  dealt_with_by: string | null;
};

/** A note of an assessor to the office, or what one of the buttons beside it said. Staff's list has it until
 * it is read. */
export type VisitNoteRow = {
  id: string;
  visit_id: string;
  kind: NoteKind;
  /** The note, or why the assessor cannot come. Null for a late one, and after an erasure. */
  note_sealed: string | null;
  /** The delay of a late assessor; null for the other kinds. */
  late_minutes: number | null;
  written_by: string;
  written_at: string;
  read_at: string | null;
  read_by: string | null;
  /** When staff had the referrer told of a late one. */
  referrer_told_at: string | null;
};

/** A letter about a visit that was given to the person. The letter itself is derived from the visit. */
export type VisitLetterRow = {
  id: string;
  visit_id: string;
  way: LetterWay;
  given_on: IsoDate;
  recorded_by: string | null;
  recorded_at: string;
};

/** Who had a visit before it was reassigned, with its time and travel of then. Deleted after 30 days. */
export type FormerAssessorRow = Pick<
  VisitRow,
  "assessor_id" | "day" | "start" | "minutes" | "travel_before_minutes" | "travel_after_minutes"
> & { visit_id: string; left_at: string };

/** A time of an assessor that fell free: their visit was cancelled, moved or given to somebody else. Deleted when its
 * day is past. */
export type FreedTimeRow = Pick<VisitRow, "id" | "assessor_id" | "day" | "start" | "minutes"> & {
  /** The visit that left it. */
  visit_id: string;
  /** UTC: when somebody who waits is looked for next. Null: nobody is asked. */
  look_at: string | null;
};

/** A referrer who waits for an earlier time was asked about one that fell free. */
export type EarlierAskRow = Pick<VisitRow, "id" | "booking_id" | "assessor_id" | "day" | "start"> & {
  /** `kept`: they keep the agreed time. Whether an open one can still be taken is looked up. */
  state: "open" | "taken" | "kept";
  asked_at: string;
};

/** The secret calendar address of a user, derived from id and version. */
type CalendarFeedRow = { user_id: string; version: number; is_on: Flag };

declare module "#app/platform/tables.ts" {
  interface Tables {
    visits: VisitRow;
    visit_questions: VisitQuestionRow;
    visit_answers: VisitAnswerRow;
    time_offers: TimeOfferRow;
    visit_outcomes: VisitOutcomeRow;
    visit_notes: VisitNoteRow;
    visit_letters: VisitLetterRow;
    visit_former_assessors: FormerAssessorRow;
    freed_times: FreedTimeRow;
    earlier_asks: EarlierAskRow;
    calendar_feeds: CalendarFeedRow;
  }
}

const TOTALS = "Day, hour and outcome without a name or a word: assessors' totals need them.";

export const personal = personalTables("assessment", {
  visits: { isExportedByRoom: true, staysBecause: TOTALS },
  visit_questions: { isExportedByRoom: true, staysBecause: TOTALS },
  visit_answers: { isExportedByRoom: true, key: "question_id", staysBecause: TOTALS },
  time_offers: { isExportedByRoom: true, staysBecause: TOTALS },
  visit_outcomes: {
    isExportedByRoom: true,
    key: "visit_id",
    staysBecause: TOTALS,
    changesWhileRestricted: "Somebody looked after the assessor who was not safe.",
  },
  visit_notes: { isExportedByRoom: true, key: "visit_id", staysBecause: TOTALS },
  visit_letters: { isExportedByRoom: true, key: "visit_id", staysBecause: TOTALS },
  visit_former_assessors: { isExportedByRoom: true, key: "visit_id", staysBecause: TOTALS },
  freed_times: {
    key: "visit_id",
    staysBecause: "A free hour of an assessor, until its day.",
    notExported: "A free hour of an assessor.",
  },
  earlier_asks: { isExportedByRoom: true, staysBecause: TOTALS },
  calendar_feeds: { key: "user_id", keptFor: "staff", notExported: STAFF },
});
