import { londonDate } from "#app/platform/dates.ts";
import { hasEnded, type VisitTime } from "./visit-times.ts";

/** Kinds of notes of an assessor to the office about a visit: `cannot-come` and `late` have buttons of their own. */
export type NoteKind = "note" | "cannot-come" | "late";

export const MIN_LATE_MINUTES = 5;
export const MAX_LATE_MINUTES = 240;

/** The form of this kind on the assessor's page. */
export const formIdOfNote = (kind: NoteKind) => `${kind}-form`;

/** `Running 20 minutes late` */
export function noteWords({ kind, lateMinutes }: { kind: NoteKind; lateMinutes: number | null }): string {
  if (kind === "late") return `Running ${lateMinutes} minutes late`;
  return kind === "cannot-come" ? "Cannot come" : "Note";
}

/** Whether an assessor can say now that they cannot come, or, from the visit's day on, that they are late. */
export function maySay(visit: VisitTime & { ended_as: string | null }, now: Date) {
  const isToCome = visit.ended_as === null && !hasEnded(visit, now);
  return { cannotCome: isToCome, late: isToCome && visit.day <= londonDate(now) };
}
