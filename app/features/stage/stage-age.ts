import type { Stage } from "./stage.ts";

/** Instants (UTC) of what a stage may have begun with; null for what has not happened. */
export type Moments = {
  booked: string;
  /** A contact is owed since then, or from then on. */
  contactDue: string | null;
  /** The last logged contact. */
  contacted: string | null;
  /** The last question to assessors or offer of times was sent, or ended. */
  asked: string | null;
  unasked: string | null;
  /** The last visit that has ended without being held, or was cancelled. */
  unvisited: string | null;
  /** The visit that was held, or whose outcome is missing, was over. */
  visited: string | null;
  /** The last report was sent for review; released or returned. */
  declared: string | null;
  reviewed: string | null;
};

/** The beginnings of each stage: the latest counts. Stages in which nobody waits have none. */
const BEGINNINGS: Record<Stage, readonly (keyof Moments)[]> = {
  "to-contact": ["contactDue"],
  "to-agree": ["booked", "contacted", "unasked", "unvisited"],
  asked: ["asked"],
  unanswered: ["asked"],
  offered: ["asked"],
  "not-chosen": ["asked", "unasked"],
  agreed: [],
  "outcome-missing": ["visited"],
  "to-report": ["visited", "reviewed"],
  "to-review": ["declared"],
  "on-hold": ["declared"],
  "to-complete": ["visited", "reviewed"],
  done: [],
  cancelled: [],
};

/** The instant since which a booking waits in its stage; null where nobody waits, or only from a later day on. */
export function waitsSince(stage: Stage, moments: Moments, now: string): string | null {
  const begun = BEGINNINGS[stage].flatMap((name) => moments[name] ?? []);
  const last = begun.toSorted().at(-1);
  return last === undefined || last > now ? null : last;
}
