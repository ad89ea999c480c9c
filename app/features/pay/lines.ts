import type { Held, NotHeldReason } from "#app/features/visits/record/outcome.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { claimDetail, claimPence, type ApprovedClaim } from "./claims.ts";
import { decisionFees, ruleFor, type Agreed } from "./fees.ts";
import type { DueWhen, LineKind, PayRule } from "./rule-kinds.ts";

/** Lines of pay. They are derived from visits and rules until a month is closed; then they are in a
 * statement, and what changes later is an adjustment: what is wanted now, less what was closed. */

export type VisitFacts = Agreed & {
  visitId: string;
  reference: string;
  day: IsoDate;
  held: Held;
  reason: NotHeldReason | null;
  /** London days; null before. */
  releasedOn: IsoDate | null;
  paidOn: IsoDate | null;
  /** An erased person's reason is gone: what was closed stays. */
  isErased: boolean;
  /** Miles and expenses that staff approved, of each assessor who had the visit. */
  claims: readonly ApprovedClaim[];
};

export type PayLine = {
  /** Names the line for good: assessor, visit, kind and decision. */
  key: string;
  assessorId: string;
  visitId: string;
  reference: string;
  kind: LineKind;
  /** Miles and rate, or the kind of expense; else empty. */
  detail: string;
  /** Whole pence without VAT. */
  pence: number;
  /** Null while it is not due. */
  dueOn: IsoDate | null;
};

const dayWhen = ({ releasedOn, paidOn }: VisitFacts, dueWhen: DueWhen) =>
  dueWhen === "report" ? releasedOn : paidOn;

/** Names the line of a claim. */
export const claimKey = ({ id, assessorId }: Pick<ApprovedClaim, "id" | "assessorId">, visitId: string) =>
  [assessorId, visitId, `claim-${id}`].join(":");

/** The claim of a line's key; null for a fee. */
export const claimIdOf = (key: string): string | null => /:claim-([^:]+)$/.exec(key)?.[1] ?? null;

/** Approved miles and expenses. Miles without a rule for them wait for one. */
function linesOfClaims(rules: readonly PayRule[], visit: VisitFacts): PayLine[] {
  const { visitId, reference, day } = visit;
  return visit.claims.flatMap((claim): PayLine[] => {
    const { assessorId } = claim;
    const rate = ruleFor(rules, { ...visit, assessorId }, { kind: "mile" })?.pence ?? null;
    const pence = claimPence(claim, rate);
    if (pence === null) return [];
    const kind = claim.kind === "miles" ? "mile" : "expense";
    const of = { key: claimKey(claim, visitId), assessorId, visitId, reference, kind } as const;
    return [{ ...of, detail: claimDetail(claim, rate), pence, dueOn: day }];
  });
}

/** Lines of a visit: for its assessor, and what others who had it claimed. */
export const linesOfVisit = (rules: readonly PayRule[], visit: VisitFacts): PayLine[] => [
  ...feesOfVisit(rules, visit),
  ...linesOfClaims(rules, visit),
];

function feesOfVisit(rules: readonly PayRule[], visit: VisitFacts): PayLine[] {
  const { assessorId, visitId, reference, held } = visit;
  const line = (kind: LineKind, pence: number, dueOn: IsoDate | null, decision = ""): PayLine => ({
    key: [assessorId, visitId, decision || kind].join(":"),
    assessorId,
    visitId,
    reference,
    kind,
    detail: "",
    pence,
    dueOn,
  });
  if (held === "full")
    return decisionFees(rules, visit).map(({ kind, assessmentId, pence, dueWhen }) =>
      line(kind, pence, dayWhen(visit, dueWhen), assessmentId),
    );
  const kind = held === "part" ? "part" : "not-held";
  const rule = ruleFor(rules, visit, { kind, reason: visit.reason });
  return rule?.pence ? [line(kind, rule.pence, visit.day)] : [];
}

export type ClosedLine = Omit<PayLine, "dueOn"> & { dueOn: IsoDate };

export type OpenLine = ClosedLine & { isAdjustment: boolean };

const sumByKey = (lines: readonly ClosedLine[]) => {
  const sums = new Map<string, number>();
  for (const { key, pence } of lines) sums.set(key, (sums.get(key) ?? 0) + pence);
  return sums;
};

/** The lines that a statement of everything until a day would have. `keptVisits` are those whose closed lines may not
 * be adjusted any more. */
export function openLines(
  wanted: readonly PayLine[],
  closed: readonly ClosedLine[],
  { until, keptVisits = new Set() }: { until: IsoDate; keptVisits?: ReadonlySet<string> },
): OpenLine[] {
  const closedPence = sumByKey(closed);
  const wantedKeys = new Set(wanted.map(({ key }) => key));
  const mayAdjust = ({ visitId }: { visitId: string }) => !keptVisits.has(visitId);
  const now = wanted.flatMap((line): OpenLine[] => {
    const before = closedPence.get(line.key);
    if (before === undefined)
      return line.dueOn !== null && line.dueOn <= until && line.pence !== 0
        ? [{ ...line, dueOn: line.dueOn, isAdjustment: false }]
        : [];
    const pence = (line.dueOn === null ? 0 : line.pence) - before;
    return pence !== 0 && mayAdjust(line) ? [{ ...line, pence, dueOn: until, isAdjustment: true }] : [];
  });
  const firstOf = new Map(closed.toReversed().map((line) => [line.key, line]));
  const gone = closed.filter(
    (line) =>
      !wantedKeys.has(line.key) &&
      firstOf.get(line.key) === line &&
      closedPence.get(line.key) !== 0 &&
      mayAdjust(line),
  );
  const back = gone.map((line) => ({ ...line, pence: -closedPence.get(line.key)!, dueOn: until }));
  return [...now, ...back.map((line) => ({ ...line, isAdjustment: true }))];
}

export const sumPence = (lines: readonly { pence: number }[]) =>
  lines.reduce((sum, { pence }) => sum + pence, 0);
