import type { VisitRow } from "./tables.ts";
import { hasEnded } from "./visit-times.ts";

type Visit = Pick<VisitRow, "day" | "start" | "minutes" | "ended_as">;

/** The agreed visit that is still to come, or is under way. A booking has at most one. */
export const upcomingVisit = <V extends Visit>(visits: readonly V[], now: Date): V | null =>
  visits.find((visit) => visit.ended_as === null && !hasEnded(visit, now)) ?? null;

/** The visit to come, or the last one whose time is over: none that was cancelled or has to be held again. */
export const latestVisit = <V extends Visit>(visits: readonly V[], now: Date): V | null =>
  upcomingVisit(visits, now) ?? visits.findLast(({ ended_as }) => ended_as === null) ?? null;
