import { divideRounded, formatPoundsAndPence } from "#app/platform/money.ts";

/** Miles and expenses of a visit: an assessor claims them, and whoever may handle money approves or refuses them. */

export const CLAIM_KINDS = {
  miles: "Miles",
  parking: "Parking",
  fare: "Fare",
  other: "Another expense",
} as const;

export type ClaimKind = keyof typeof CLAIM_KINDS;

export type ExpenseKind = Exclude<ClaimKind, "miles">;

export const EXPENSE_KINDS: Record<ExpenseKind, string> = {
  parking: CLAIM_KINDS.parking,
  fare: CLAIM_KINDS.fare,
  other: CLAIM_KINDS.other,
};

export type ClaimState = "claimed" | "approved" | "refused";

export const CLAIM_STATES: Record<ClaimState, string> = {
  claimed: "Waits for the office",
  approved: "Approved",
  refused: "Refused",
};

/** Districts such as LS6, and a note; empty where nobody gave them. */
export type ClaimDetails = { from: string; to: string; note: string };

type Amounts = { kind: ClaimKind; tenths: number | null; pence: number | null };

export type ApprovedClaim = Amounts & { id: string; assessorId: string };

/** Whole pence of a claim. Null for miles without a rate. */
export function claimPence({ tenths, pence }: Omit<Amounts, "kind">, milePence: number | null) {
  if (tenths === null) return pence;
  return milePence === null ? null : divideRounded(tenths * milePence, 10);
}

export const milesInWords = (tenths: number) => `${(tenths / 10).toFixed(1)}`;

/** `12.4 at £0.45`, or `Parking`. */
export function claimDetail({ kind, tenths }: Omit<Amounts, "pence">, milePence: number | null): string {
  if (tenths === null) return CLAIM_KINDS[kind];
  return `${milesInWords(tenths)} at ${formatPoundsAndPence(milePence ?? 0)}`;
}

/** `12.4 miles, LS6 to BD1`, or `Parking: the meter took coins only`. */
export function claimInWords(claim: Omit<Amounts, "pence"> & { details: ClaimDetails | null }): string {
  const { kind, tenths, details } = claim;
  const { from = "", to = "", note = "" } = details ?? {};
  if (tenths === null) return CLAIM_KINDS[kind] + (note && `: ${note}`);
  const way = from && to ? `, ${from} to ${to}` : from || to ? `, ${from || to}` : "";
  return `${milesInWords(tenths)} miles${way}`;
}

/** Typed miles with at most one decimal, as tenths; null for anything else, for none and for 1,000 or more. */
export function readMiles(typed: string): number | null {
  const { whole, tenth = "0" } = /^(?<whole>\d{1,3})(?:[.,](?<tenth>\d))?$/.exec(typed.trim())?.groups ?? {};
  if (whole === undefined) return null;
  const tenths = Number(whole) * 10 + Number(tenth);
  return tenths > 0 ? tenths : null;
}
