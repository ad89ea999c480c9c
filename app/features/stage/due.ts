import { addDays, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import type { Stage } from "./stage.ts";

/** When something is due about a booking, derived from its stage and records: the order of staff's list. */

const HOUR_MS = 3_600_000;

/** A visit is agreed within so many days of the booking, and so many days before the day that is wished for. */
const AGREE_WITHIN_DAYS = 2;
const AGREE_BEFORE_DAYS = 3;
/** A booking is completed within so many days of its report's release, or of the day that is past. */
const COMPLETE_WITHIN_DAYS = 2;

/** Facts from which the due moment follows. Instants are UTC; null for what there is not. */
export type DueFacts = {
  bookedAt: string;
  /** A contact is owed since then, or from then on. */
  contactDue: string | null;
  /** The oldest request of the referrer without an answer. */
  requestedAt: string | null;
  preferredDate: IsoDate | null;
  /** Until when the assessors who were asked last may answer, or the referrer may choose. */
  answersUntil: string | null;
  /** The start of the visit to come; the end of the last one that is over. */
  visitAt: string | null;
  visitedAt: string | null;
  /** The day on which the report is due. */
  reportDue: IsoDate | null;
  /** The last release of a report. */
  releasedAt: string | null;
};

const startOf = (day: IsoDate) => startOfLondonDay(day).toISOString();
const endOf = (day: IsoDate | null) => day && startOf(addDays(day, 1));
const later = (instant: string | null, ms: number) =>
  instant && new Date(Date.parse(instant) + ms).toISOString();

function agreeBy({ bookedAt, preferredDate }: DueFacts): string {
  const latest = later(bookedAt, AGREE_WITHIN_DAYS * 24 * HOUR_MS)!;
  const wished = preferredDate && startOf(addDays(preferredDate, -AGREE_BEFORE_DAYS));
  return wished !== null && wished < latest ? wished : latest;
}

const reportBy = ({ reportDue, visitedAt, bookedAt }: DueFacts) => endOf(reportDue) ?? visitedAt ?? bookedAt;

const DUE: Record<Stage, (facts: DueFacts) => string | null> = {
  // The contact below.
  "to-contact": () => null,
  "to-agree": agreeBy,
  asked: ({ answersUntil }) => answersUntil,
  unanswered: ({ answersUntil }) => answersUntil,
  offered: ({ answersUntil }) => answersUntil,
  "not-chosen": agreeBy,
  agreed: ({ visitAt, preferredDate }) => visitAt ?? (preferredDate && startOf(preferredDate)),
  "outcome-missing": ({ visitedAt }) => visitedAt,
  "to-report": reportBy,
  "to-review": reportBy,
  "on-hold": reportBy,
  "to-complete": ({ releasedAt, visitedAt, preferredDate, bookedAt }) =>
    later(releasedAt ?? visitedAt ?? endOf(preferredDate) ?? bookedAt, COMPLETE_WITHIN_DAYS * 24 * HOUR_MS),
  done: () => null,
  cancelled: () => null,
};

/** The instant by which somebody should act: that of the stage, of a contact that is owed, or of a request, whichever
 * is first; a contact and an answer are due within the promised hours. Null for a booking that is done or cancelled. */
export function dueAt(stage: Stage, facts: DueFacts, promiseHours: number): string | null {
  if (stage === "done" || stage === "cancelled") return null;
  const promised = [facts.contactDue, facts.requestedAt].map((since) => later(since, promiseHours * HOUR_MS));
  return (
    [DUE[stage](facts), ...promised]
      .filter((instant) => instant !== null)
      .toSorted()
      .at(0) ?? null
  );
}
