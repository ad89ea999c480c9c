import { travelWords } from "#app/features/settings/travel-words.ts";
import type { Settings } from "#app/features/settings/values.ts";
import type { Held, NotHeldReason } from "#app/features/visits/record/outcome.ts";
import type { VisitRow } from "#app/features/visits/record/tables.ts";
import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import { divideRounded, formatPoundsAndPence } from "#app/platform/money.ts";

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

/** An amount by a rule; null or 0 where the practice charges nothing. `description` is printed on the invoice. */
type Priced = { pence: number | null; description: string };

type EndedAs = VisitRow["ended_as"];

type KindOfCharge = {
  label: string;
  /** For work that may not be done when the booking is cancelled. */
  mayNotHappen?: true;
  /** The rule in words, for staff; empty without one. */
  rule?: (rules: ChargeRules) => string;
  /** The unit that `amount` needs so many tenths of. */
  unit?: "mile" | "hour";
  /** Amount of a charge that staff think of. */
  amount?: (rules: ChargeRules, tenths: number) => Priced;
  /** Follows from what happened at a visit: a card for staff, no charge by itself. */
  follows?: {
    /** True wherever the amount is more than nothing: without it nobody is asked. Reads no sealed words. `endedAs` is
     * null for a visit that was held in full. */
    maybe: (rules: ChargeRules, visit: { tenths: number; endedAs: EndedAs }) => boolean;
    amount: (rules: ChargeRules, visit: VisitOfCharge, booking: BookingOfCharge) => Priced;
  };
};

const HOUR_MS = 3_600_000;

/** Rows such as `72: 25`: who cancels less than 72 hours before pays 25 per cent. */
export function latePercent(rows: readonly string[], hours: number): number {
  const known = rows.map((row) => row.split(": ").map(Number) as [number, number]);
  return Math.max(0, ...known.filter(([before]) => hours < before).map(([, percent]) => percent));
}

/** Whole pence for tenths of a mile beyond the free ones. */
export const travelPence = (tenths: number, rules: Pick<ChargeRules, "freeMiles" | "milePence">) =>
  divideRounded(Math.max(0, tenths - rules.freeMiles * 10) * (rules.milePence ?? 0), 10);

const countWords = (tenths: number) => (tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1));
const moneyOr = (pence: number | null) => (pence === null ? "" : formatPoundsAndPence(pence));

/** Everything about a kind of charge; a price of its own is a field of the settings. */
const DECLARED = {
  travel: {
    label: "Travel",
    rule: travelWords,
    unit: "mile",
    amount: (rules, tenths) => ({
      pence: travelPence(tenths, rules),
      description: `Travel: ${countWords(tenths)} miles, ${travelWords(rules)}`,
    }),
    follows: {
      maybe: (rules, { tenths }) => travelPence(tenths, rules) > 0,
      amount: (rules, { tenths, day }) => ({
        pence: travelPence(tenths, rules),
        description: `Travel to the visit on ${formatLongDate(day)}: ${countWords(tenths)} miles, ${travelWords(rules)}`,
      }),
    },
  },
  "second-visit": {
    label: "Second visit",
    mayNotHappen: true,
    rule: ({ secondVisit }) => moneyOr(secondVisit),
    amount: ({ secondVisit }) => ({ pence: secondVisit, description: "Second visit" }),
    follows: {
      maybe: ({ secondVisit }, { endedAs }) => endedAs === "held-in-part" && Boolean(secondVisit),
      amount: ({ secondVisit }, { held, day }) => ({
        pence: held === "part" ? secondVisit : null,
        description: `Second visit, after the one on ${formatLongDate(day)} that was held in part`,
      }),
    },
  },
  "not-held": {
    label: "Visit not held",
    follows: {
      maybe: (_, { endedAs }) => endedAs === "not-held",
      amount: (rules, { held, reason, day }) => ({
        pence: held === "none" && reason ? rules[`notHeld-${reason}`] : null,
        description: `Visit on ${formatLongDate(day)} that was not held`,
      }),
    },
  },
  "late-cancellation": {
    label: "Late cancellation",
    follows: {
      maybe: ({ lateCancellation }, { endedAs }) => endedAs === "cancelled" && lateCancellation.length > 0,
      amount: ({ lateCancellation }, { startsAt, cancelledAt, day }, booking) => {
        const hours = cancelledAt ? (Date.parse(startsAt) - Date.parse(cancelledAt)) / HOUR_MS : 0;
        const isLate = booking.isChargeableCancellation && hours > 0;
        const percent = isLate ? latePercent(lateCancellation, hours) : 0;
        return {
          pence: divideRounded(booking.totalPence * percent, 100),
          description: `Cancellation ${Math.floor(hours)} hours before the visit on ${formatLongDate(day)}: ${percent}% of ${formatPoundsAndPence(booking.totalPence)}`,
        };
      },
    },
  },
  interpreter: {
    label: "Interpreter",
    mayNotHappen: true,
    rule: ({ interpreter }) => moneyOr(interpreter),
    amount: ({ interpreter }) => ({ pence: interpreter, description: "Interpreter" }),
  },
  papers: {
    label: "Further papers",
    mayNotHappen: true,
    rule: ({ papersHour }) => (papersHour === null ? "" : `${moneyOr(papersHour)} an hour`),
    unit: "hour",
    amount: ({ papersHour }, tenths) => ({
      pence: divideRounded(tenths * (papersHour ?? 0), 10),
      description: `Further papers: ${countWords(tenths)} hours at ${moneyOr(papersHour)} an hour`,
    }),
  },
  other: { label: "Something else", mayNotHappen: true },
} satisfies Record<string, KindOfCharge>;

export type ChargeKind = keyof typeof DECLARED;

export const CHARGE_KINDS: Readonly<Record<ChargeKind, KindOfCharge>> = DECLARED;
const KINDS = Object.entries(CHARGE_KINDS) as [ChargeKind, KindOfCharge][];

export const KIND_OPTIONS = KINDS.map(([value, { label }]) => ({ value, label }));

/** `Travel and further papers`: the kinds whose rule needs a number of miles or hours. */
export const COUNTED = KINDS.filter(([, { unit }]) => unit)
  .map(([, { label }]) => label.toLowerCase())
  .join(" and ");

export const rulesInWords = (rules: ChargeRules): [string, string][] =>
  KINDS.map(([, { label, rule }]): [string, string] => [label, rule?.(rules) ?? ""]).filter(
    ([, words]) => words,
  );

export type Suggestion = { kind: ChargeKind; cause: string; pence: number; description: string };

const causeOf = (kind: ChargeKind, visitId: string) => `${kind}:${visitId}`;

/** Causes of the charges that may follow from a visit. */
export const possibleCauses = (
  rules: ChargeRules,
  { id, ...visit }: { id: string; tenths: number; endedAs: EndedAs },
) => KINDS.filter(([, { follows }]) => follows?.maybe(rules, visit)).map(([kind]) => causeOf(kind, id));

export const suggestCharges = (rules: ChargeRules, booking: BookingOfCharge): Suggestion[] =>
  booking.visits.flatMap((visit) =>
    KINDS.flatMap(([kind, { follows }]) => {
      const { pence, description } = follows?.amount(rules, visit, booking) ?? {
        pence: null,
        description: "",
      };
      return pence ? [{ kind, cause: causeOf(kind, visit.id), pence, description }] : [];
    }),
  );

/** The amount of a rule for a charge that staff think of; null where it needs miles or hours, or no rule has one. */
export function ruleAmount(
  rules: ChargeRules,
  { kind, tenths }: { kind: ChargeKind; tenths: number | null },
) {
  const { unit, amount } = CHARGE_KINDS[kind];
  if (!amount || (unit && tenths === null)) return null;
  const { pence, description } = amount(rules, tenths ?? 0);
  return pence ? { pence, description } : null;
}

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
