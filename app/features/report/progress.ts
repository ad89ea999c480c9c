import { londonDate, type IsoDate } from "#app/platform/dates.ts";

/** The steps of a booking that a customer sees: six, or those to `completed` where staff completed it and nothing says
 * that there was a visit or a report. Derived from its records, and stored nowhere. */

export const PROGRESS_STEPS = {
  booked: "Booked",
  agreed: "Date agreed",
  visited: "Visit done",
  writing: "Report being written",
  ready: "Ready",
  received: "Received",
  completed: "Completed",
} as const;

export type ProgressStep = keyof typeof PROGRESS_STEPS;

export type Facts = {
  /** UTC instants; days are London's. */
  bookedAt: string;
  /** Day of the visit that is agreed or was held; null without one. */
  visitDay: IsoDate | null;
  /** A visit was recorded as held in full, or a report was sent for review once no visit was to come, or released. */
  isVisitDone: boolean;
  /** The day on which the report is due; null before the visit is over. */
  dueOn: IsoDate | null;
  /** Instant of the first release that was not withdrawn. */
  releasedAt: string | null;
  /** The first "I have received it". */
  receivedAt: string | null;
  /** The booking's status. */
  isCompleted: boolean;
};

/** `day` is London's: of the step, and for the writing the day on which the report is due. */
export type Progress = { step: ProgressStep; isDone: boolean; day: IsoDate | null }[];

/** The steps with the day that is known of each. */
export function progressOf(facts: Facts): Progress {
  const { bookedAt, visitDay, isVisitDone, dueOn, releasedAt, receivedAt } = facts;
  const dayOf = (instant: string | null) => instant && londonDate(new Date(instant));
  const isReleased = releasedAt !== null;
  const booked = { step: "booked" as const, isDone: true, day: dayOf(bookedAt) };
  const agreed = { step: "agreed" as const, isDone: visitDay !== null || isVisitDone, day: visitDay };
  if (facts.isCompleted && !isVisitDone)
    return [booked, ...(agreed.isDone ? [agreed] : []), { step: "completed", isDone: true, day: null }];
  return [
    booked,
    agreed,
    { step: "visited", isDone: isVisitDone, day: isVisitDone && dueOn !== null ? visitDay : null },
    { step: "writing", isDone: isReleased, day: isVisitDone && !isReleased ? dueOn : null },
    { step: "ready", isDone: isReleased, day: dayOf(releasedAt) },
    { step: "received", isDone: receivedAt !== null, day: dayOf(receivedAt) },
  ];
}

/** The step at which a booking is: the last one done, or the writing once the visit is over. */
export function currentStep(progress: Progress): ProgressStep {
  const next = progress.find(({ isDone }) => !isDone)?.step;
  if (next === undefined) return progress.at(-1)!.step;
  if (next === "writing") return "writing";
  const index = progress.findIndex(({ step }) => step === next);
  return progress[Math.max(0, index - 1)]!.step;
}
