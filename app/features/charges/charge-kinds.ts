import type { IsoDate } from "#app/platform/dates.ts";

export const CHARGE_KINDS = {
  travel: "Travel",
  "second-visit": "Second visit",
  "not-held": "Visit not held",
  "late-cancellation": "Late cancellation",
  interpreter: "Interpreter",
  papers: "Further papers",
  other: "Something else",
} as const;

export type ChargeKind = keyof typeof CHARGE_KINDS;

export type ChargeState = "proposed" | "agreed" | "refused" | "waived";

/** `expired`: nobody answered in time. `invoiced`: agreed, and on an invoice. Derived, never stored. */
export type ChargeStanding = ChargeState | "expired" | "invoiced";

export const STANDINGS: Record<ChargeStanding, string> = {
  proposed: "Waits for an answer",
  expired: "Not answered in time",
  agreed: "Agreed",
  invoiced: "Invoiced",
  refused: "Not agreed",
  waived: "Waived",
};

/** The ways in which a charge begins. */
export const BEGINNINGS = {
  ask: "Ask the customer by email",
  agreed: "They agreed to it already",
  waived: "It is not charged",
} as const;

export type Beginning = keyof typeof BEGINNINGS;

/** `description` is printed on the invoice. The reason is for whoever decides; empty where none was given. */
export type ChargeDetails = { description: string; reason: string };

type Standing = { state: ChargeState; answerBy: IsoDate | null; isInvoiced: boolean };

export function standingOf({ state, answerBy, isInvoiced }: Standing, today: IsoDate): ChargeStanding {
  if (state === "proposed" && answerBy !== null && answerBy < today) return "expired";
  return state === "agreed" && isInvoiced ? "invoiced" : state;
}

/** Standings of a charge that stays: the same event is not charged a second time. */
export const isSettled = (standing: ChargeStanding) => standing !== "refused" && standing !== "expired";

/** Id of the form of a suggestion, or of the form without one. */
export const proposeFormId = (cause: string) => `propose-${cause.replaceAll(/[^\w-]/g, "-") || "form"}`;
