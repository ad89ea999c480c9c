import { vatWithin } from "#app/features/billing/own/sums.ts";
import type { PricingMode } from "#app/features/catalogue/catalogue.ts";
import type { NotHeldReason } from "#app/features/visits/record/outcome.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { divideRounded, formatPoundsAndPence } from "#app/platform/money.ts";
import { DUE_WHEN, type DueWhen, type PayRule, type RuleKind } from "./rule-kinds.ts";

/** Fees of a visit by the rules, in whole pence without VAT. */

/** A decision of a booking. `pricePence` includes VAT; null is on request. */
export type Decision = { assessmentId: string; pricePence: number | null; vatRate: number };

export type Agreed = {
  assessorId: string;
  /** The London day on which the visit was agreed: the rules of that day are valid for it. */
  agreedOn: IsoDate;
  mode: PricingMode;
  decisions: readonly Decision[];
};

type Wanted = { kind: RuleKind; assessmentId?: string; reason?: NotHeldReason | null };

const isOpenOr = <Value>(wanted: Value | null, given: Value | null | undefined) =>
  wanted === null || wanted === given;

/** The rule for a case: an assessor's own before everybody's, then the one that names more, then the latest. */
export function ruleFor(
  rules: readonly PayRule[],
  { assessorId, agreedOn, mode }: Omit<Agreed, "decisions">,
  { kind, assessmentId, reason }: Wanted,
): PayRule | null {
  const named = (rule: PayRule) =>
    [rule.assessmentId, rule.mode, rule.reason].filter((given) => given !== null).length;
  const order = (a: PayRule, b: PayRule) =>
    Number(b.assessorId !== null) - Number(a.assessorId !== null) ||
    named(b) - named(a) ||
    b.validFrom.localeCompare(a.validFrom) ||
    b.madeAt.localeCompare(a.madeAt) ||
    b.id.localeCompare(a.id);
  const fitting = rules.filter(
    (rule) =>
      rule.kind === kind &&
      rule.validFrom <= agreedOn &&
      isOpenOr(rule.assessorId, assessorId) &&
      isOpenOr(rule.assessmentId, assessmentId) &&
      isOpenOr(rule.mode, mode) &&
      isOpenOr(rule.reason, reason),
  );
  return fitting.toSorted(order)[0] ?? null;
}

/** Null where nobody knows: a share of a price on request. */
function penceOf(rule: PayRule, decision: Decision): number | null {
  if (rule.pence !== null) return rule.pence;
  if (decision.pricePence === null) return null;
  const netPence = decision.pricePence - vatWithin(decision.pricePence, decision.vatRate);
  return divideRounded(netPence * rule.percent!, 100);
}

export type Fee = { kind: "decision" | "further"; assessmentId: string; pence: number; dueWhen: DueWhen };

/** Fees of a visit that is held in full. The dearest decision is the first; without a rule for further ones each earns
 * what it would earn alone. */
export function decisionFees(rules: readonly PayRule[], agreed: Agreed): Fee[] {
  const alone = agreed.decisions.flatMap((decision) => {
    const rule = ruleFor(rules, agreed, { kind: "decision", assessmentId: decision.assessmentId });
    const pence = rule && penceOf(rule, decision);
    return rule && pence !== null ? [{ decision, rule, pence }] : [];
  });
  const dearestFirst = alone.toSorted((a, b) => b.pence - a.pence);
  return dearestFirst.map(({ decision, rule, pence }, index): Fee => {
    const { assessmentId } = decision;
    const further = index === 0 ? null : ruleFor(rules, agreed, { kind: "further", assessmentId });
    const lower = further && penceOf(further, decision);
    return {
      kind: index === 0 ? "decision" : "further",
      assessmentId,
      pence: lower ?? pence,
      dueWhen: (further ?? rule).dueWhen,
    };
  });
}

/** `£250.00, when the report is released`; null where no rule says anything. */
export function feeWords(fees: readonly Fee[]): string | null {
  const words = (Object.keys(DUE_WHEN) as DueWhen[]).flatMap((dueWhen) => {
    const some = fees.filter((fee) => fee.dueWhen === dueWhen);
    const pence = some.reduce((sum, fee) => sum + fee.pence, 0);
    return some.length > 0 ? [`${formatPoundsAndPence(pence)} ${DUE_WHEN[dueWhen]}`] : [];
  });
  return words.length > 0 ? words.join(", and ") : null;
}
