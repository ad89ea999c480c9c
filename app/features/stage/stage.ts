import type { BadgeColour } from "#app/ui/badge.tsx";

/** How far a booking is, derived from its records and stored nowhere. `facts.server.ts` reads the facts; the rules
 * below decide, for one booking in memory and for the filter of the list in SQL. */

export const STAGE_LABELS = {
  "to-contact": "To contact",
  "to-agree": "Visit to agree",
  asked: "Assessors asked",
  offered: "Times offered",
  "not-chosen": "No time chosen",
  unanswered: "Nobody accepted",
  agreed: "Visit agreed",
  "outcome-missing": "Outcome missing",
  "to-report": "Report being written",
  "to-review": "Report to review",
  "on-hold": "Report on hold",
  "to-complete": "To complete",
  done: "Done",
  cancelled: "Cancelled",
} as const;

export type Stage = keyof typeof STAGE_LABELS;

export const STAGES = Object.keys(STAGE_LABELS) as Stage[];

export const STAGE_COLOURS: Record<Stage, BadgeColour> = {
  "to-contact": "yellow",
  "to-agree": "yellow",
  asked: "blue",
  offered: "blue",
  "not-chosen": "yellow",
  unanswered: "yellow",
  agreed: "green",
  "outcome-missing": "yellow",
  "to-report": "blue",
  "to-review": "yellow",
  "on-hold": "yellow",
  "to-complete": "blue",
  done: "grey",
  cancelled: "grey",
};

/** Stages that neither the status of a booking nor the promise of a contact says. */
export const isStageShown = (stage: Stage) => !["to-contact", "done", "cancelled"].includes(stage);

/** Facts that the records of a booking say at a moment. */
export type Fact =
  | "isErased"
  | "isCompleted"
  | "isCancelled"
  /** A contact is owed, now or on the day that staff set. */
  | "awaitsContact"
  | "isContactDue"
  /** Visits are kept here: the practice has assessors, or the booking has visits or questions. */
  | "usesVisits"
  | "lacksDate"
  /** In a practice without assessors, the date of a confirmed booking is that of the assessment. */
  | "isDateToCome"
  /** The date of a confirmed booking that never had a visit or question is past. */
  | "isDatePast"
  /** A visit is agreed whose time is not over. */
  | "hasVisitToCome"
  /** The visit to come is virtual, and nothing says how to join. */
  | "lacksLink"
  /** The time of an agreed visit is over. */
  | "isOver"
  /** The visit is over, and neither an outcome nor a report says how it went. */
  | "lacksOutcome"
  | "isUnsafe"
  /** An assessor wrote a note to the office that nobody has read. */
  | "hasUnreadNote"
  /** Assessors were asked, and one of them may still accept. */
  | "isAsked"
  /** The referrer was offered times, and may still choose. */
  | "isOffered"
  /** The referrer chose none of the times, and staff have not gone on since. */
  | "isNotChosen"
  /** Assessors were asked, and nobody can accept any more. */
  | "isUnanswered"
  /** A report was sent for review, whatever became of it. */
  | "isReported"
  | "isInReview"
  | "isReturned"
  | "isReleased"
  /** Reports are neither released nor opened. */
  | "isOnHold"
  | "hasInfectedPaper"
  | "hasInfectedReport"
  | "lacksForms"
  | "asksToCancel"
  | "asksForDate"
  /** Billing details came after the invoice. */
  | "isBillingLate"
  | "isOverdue"
  /** Completed, and a part of the price is on no invoice of a practice that makes its own. */
  | "lacksInvoice";

export type Facts = Readonly<Record<Fact, boolean>>;

/** The first rule whose facts all hold says the stage. */
export const STAGE_RULES: readonly (readonly [Stage, ...Fact[]])[] = [
  ["cancelled", "isCancelled"],
  ["done", "isCompleted"],
  ["done", "isErased"],
  ["on-hold", "isInReview", "isOnHold"],
  ["to-review", "isInReview"],
  ["agreed", "hasVisitToCome"],
  ["asked", "isAsked"],
  ["offered", "isOffered"],
  ["outcome-missing", "lacksOutcome"],
  ["on-hold", "isReleased", "isOnHold"],
  ["to-complete", "isReleased"],
  ["to-report", "isOver"],
  ["to-report", "isReported"],
  ["agreed", "isDateToCome"],
  ["to-complete", "isDatePast"],
  ["not-chosen", "isNotChosen"],
  ["unanswered", "isUnanswered"],
  ["to-contact", "awaitsContact"],
  ["to-agree"],
];

export const stageOf = (facts: Facts): Stage =>
  STAGE_RULES.find(([, ...needed]) => needed.every((fact) => facts[fact]))![0];

/** Things to do that a booking of any stage may have, several at once. */
export const TASKS = {
  note: "Note from an assessor",
  contact: "Contact due",
  request: "Request to answer",
  "referral-forms": "Referral forms missing",
  link: "Link for a virtual visit missing",
  unsafe: "Unsafe visit",
  virus: "File with a virus",
  billing: "Invoice to change",
  overdue: "Invoice overdue",
  "to-invoice": "To invoice",
} as const;

export type Task = keyof typeof TASKS;

export const TASK_KEYS = Object.keys(TASKS) as Task[];

/** More bookings of a stage or with a task are not counted while somebody waits. */
export const MAX_COUNTED = 1_000;

/** `All 14 bookings`; null stands for more than can be counted. */
export const allInWords = (count: number | null) =>
  `All ${count ?? `of more than ${MAX_COUNTED.toLocaleString("en-GB")}`} bookings`;

/** A filter of the list of bookings: a stage, or a task. */
export type StageFilter = Stage | Task;

export const isStage = (value: unknown): value is Stage => STAGES.some((stage) => stage === value);

export const isStageFilter = (value: unknown): value is StageFilter =>
  isStage(value) || TASK_KEYS.some((task) => task === value);
