import type { PricingMode } from "#app/features/catalogue/catalogue.ts";
import type { NotHeldReason } from "#app/features/visits/record/outcome.ts";
import type { IsoDate } from "#app/platform/dates.ts";

/** Rules about what assessors earn, and the lines that follow from them. */

export const RULE_KINDS = {
  decision: "First decision of a visit",
  further: "Each further decision of a visit",
  part: "Visit held in part",
  "not-held": "Visit not held",
  mile: "Each mile driven",
} as const;

export type RuleKind = keyof typeof RULE_KINDS;

export const LINE_KINDS: Record<RuleKind | "expense", string> = {
  decision: "First decision",
  further: "Further decision",
  part: "Visit held in part",
  "not-held": "Visit not held",
  mile: "Miles",
  expense: "Expense",
};

export type LineKind = keyof typeof LINE_KINDS;

export const DUE_WHEN = {
  report: "when the report is released",
  paid: "when the customer has paid",
} as const;

/** Fees of decisions alone: others are due on the day of the visit. */
export type DueWhen = keyof typeof DUE_WHEN;

/** Null means any. Either `pence` or `percent` is set. */
export type PayRule = {
  id: string;
  assessorId: string | null;
  kind: RuleKind;
  assessmentId: string | null;
  mode: PricingMode | null;
  reason: NotHeldReason | null;
  /** Whole pence without VAT; for `mile` of one mile. */
  pence: number | null;
  /** Share of the assessment's price without VAT. */
  percent: number | null;
  dueWhen: DueWhen;
  /** London day. It is valid for visits that were agreed from then on. */
  validFrom: IsoDate;
  madeAt: string;
};

/** `Miles: 12.4 at £0.45 (adjustment)` */
export const lineWords = (line: { kind: LineKind; detail: string; isAdjustment?: boolean }) =>
  LINE_KINDS[line.kind] + (line.detail && `: ${line.detail}`) + (line.isAdjustment ? " (adjustment)" : "");
