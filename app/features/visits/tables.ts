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
};

export type VisitRow = Planned & {
  id: string;
  /** Counts a booking's visits; one that is agreed in place of a cancelled one has its number. */
  number: number;
  assessor_id: string;
  travel_before_minutes: number;
  travel_after_minutes: number;
  /** Null while it is agreed, and after it took place. */
  ended_as: "cancelled" | "not-held" | null;
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
};

export type VisitAnswerRow = {
  question_id: string;
  assessor_id: string;
  answer: "accepted" | "declined" | null;
  reason_sealed: string | null;
  answered_at: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    visits: VisitRow;
    visit_questions: VisitQuestionRow;
    visit_answers: VisitAnswerRow;
  }
}
