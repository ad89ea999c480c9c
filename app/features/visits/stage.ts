import type { BookingStatus } from "#app/features/booking/fields/status.ts";
import type { BadgeColour } from "#app/ui/badge.tsx";
import type { VisitRow } from "./tables.ts";
import { hasEnded } from "./visit-times.ts";

export const STAGES = ["to-contact", "to-agree", "asked", "agreed", "visited", "done", "cancelled"] as const;

export type Stage = (typeof STAGES)[number];

export const STAGE_LABELS: Record<Stage, string> = {
  "to-contact": "To contact",
  "to-agree": "Visit to agree",
  asked: "Assessors asked",
  agreed: "Visit agreed",
  visited: "Visited",
  done: "Done",
  cancelled: "Cancelled",
};

export const STAGE_COLOURS: Record<Stage, BadgeColour> = {
  "to-contact": "yellow",
  "to-agree": "yellow",
  asked: "blue",
  agreed: "green",
  visited: "blue",
  done: "grey",
  cancelled: "grey",
};

type Visit = Pick<VisitRow, "day" | "start" | "minutes" | "ended_as">;

type Situation = {
  status: BookingStatus;
  awaitsContact: boolean;
  visits: readonly Visit[];
  hasOpenQuestion: boolean;
};

/** The agreed visit that is still to come, or is under way. A booking has at most one. */
export function upcomingVisit<V extends Visit>(visits: readonly V[], now: Date): V | null {
  return visits.find((visit) => visit.ended_as === null && !hasEnded(visit, now)) ?? null;
}

/** How far a booking has come, from what is recorded of it. Stored nowhere. */
export function stageOf(booking: Situation, now: Date): Stage {
  if (booking.status === "completed") return "done";
  if (booking.status === "cancelled") return "cancelled";
  if (upcomingVisit(booking.visits, now)) return "agreed";
  if (booking.hasOpenQuestion) return "asked";
  if (booking.awaitsContact) return "to-contact";
  const last = booking.visits.filter(({ ended_as }) => ended_as !== "cancelled").at(-1);
  return last && last.ended_as === null ? "visited" : "to-agree";
}
