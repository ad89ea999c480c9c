import { travelWords } from "#app/features/settings/travel-words.ts";
import type { Settings } from "#app/features/settings/values.ts";
import type { Held, NotHeldReason } from "#app/features/visits/record/outcome.ts";
import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import { divideRounded, formatPoundsAndPence } from "#app/platform/money.ts";
import type { ChargeKind } from "./charge-kinds.ts";

/** Charges that follow from what happened, by the practice's rules. They are cards for staff: none is made by
 * itself. */

export type ChargeRules = Settings["charges"];

export type VisitOfCharge = {
  id: string;
  day: IsoDate;
  /** UTC instant at which it was to begin. */
  startsAt: string;
  /** Null before an outcome is recorded. */
  held: Held | null;
  reason: NotHeldReason | null;
  /** UTC; null for a visit that was not cancelled. */
  cancelledAt: string | null;
  /** Tenths of the miles that its assessors claim. */
  tenths: number;
};

export type BookingOfCharge = {
  totalPence: number;
  /** The customer cancelled, and had no right to do so free of charge. */
  isChargeableCancellation: boolean;
  visits: readonly VisitOfCharge[];
};

export type Suggestion = { kind: ChargeKind; cause: string; pence: number; description: string };

const money = formatPoundsAndPence;
const HOUR_MS = 3_600_000;

/** Rows such as `72: 25`: who cancels less than 72 hours before pays 25 per cent. */
export function latePercent(rows: readonly string[], hours: number): number {
  const known = rows.map((row) => row.split(": ").map(Number) as [number, number]);
  return Math.max(0, ...known.filter(([before]) => hours < before).map(([, percent]) => percent));
}

/** Whole pence for tenths of a mile beyond the free ones. */
export const travelPence = (tenths: number, rules: Pick<ChargeRules, "freeMiles" | "milePence">) =>
  divideRounded(Math.max(0, tenths - rules.freeMiles * 10) * (rules.milePence ?? 0), 10);

const milesWords = (tenths: number) => (tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1));

export function suggestCharges(rules: ChargeRules, booking: BookingOfCharge): Suggestion[] {
  const { totalPence, isChargeableCancellation } = booking;
  const all = booking.visits.flatMap((visit): Suggestion[] => {
    const on = formatLongDate(visit.day);
    const one = (kind: ChargeKind, pence: number | null, description: string) => ({
      ...{ kind, cause: `${kind}:${visit.id}`, pence: pence ?? 0, description },
    });
    const hoursBefore = visit.cancelledAt
      ? (Date.parse(visit.startsAt) - Date.parse(visit.cancelledAt)) / HOUR_MS
      : null;
    const percent =
      isChargeableCancellation && hoursBefore !== null && hoursBefore > 0
        ? latePercent(rules.lateCancellation, hoursBefore)
        : 0;
    return [
      one(
        "travel",
        travelPence(visit.tenths, rules),
        `Travel to the visit on ${on}: ${milesWords(visit.tenths)} miles, ${travelWords(rules)}`,
      ),
      one(
        "second-visit",
        visit.held === "part" ? rules.secondVisit : 0,
        `Second visit, after the one on ${on} that was held in part`,
      ),
      one(
        "not-held",
        visit.held === "none" && visit.reason ? rules[`notHeld-${visit.reason}`] : 0,
        `Visit on ${on} that was not held`,
      ),
      one(
        "late-cancellation",
        divideRounded(totalPence * percent, 100),
        `Cancellation ${Math.floor(hoursBefore ?? 0)} hours before the visit on ${on}: ${percent}% of ${money(totalPence)}`,
      ),
    ];
  });
  return all.filter(({ pence }) => pence > 0);
}

export type Counted = { kind: ChargeKind; tenths: number | null };

/** The amount of a rule for a charge that staff think of; null where it needs miles or hours, or no rule has one. */
export function ruleAmount(
  rules: ChargeRules,
  { kind, tenths }: Counted,
): { pence: number; description: string } | null {
  const of = (pence: number | null, description: string) => (pence ? { pence, description } : null);
  switch (kind) {
    case "travel":
      return tenths === null
        ? null
        : of(travelPence(tenths, rules), `Travel: ${milesWords(tenths)} miles, ${travelWords(rules)}`);
    case "papers":
      return tenths === null || rules.papersHour === null
        ? null
        : of(
            divideRounded(tenths * rules.papersHour, 10),
            `Further papers: ${milesWords(tenths)} hours at ${money(rules.papersHour)} an hour`,
          );
    case "second-visit":
      return of(rules.secondVisit, "Second visit");
    case "interpreter":
      return of(rules.interpreter, "Interpreter");
    default:
      return null;
  }
}
