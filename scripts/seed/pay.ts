import type { Deps } from "#app/deps.server.ts";
import { listAssessors } from "#app/features/assessors/assessors.server.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { addClaim, addClaimWithReceipt, decideClaim } from "#app/features/pay/claims.server.ts";
import { listClaims } from "#app/features/pay/claim-rows.server.ts";
import { closeMonth } from "#app/features/pay/close-month.server.ts";
import { NO_MONEY, saveMoney } from "#app/features/pay/money-details.server.ts";
import { lastDayOf, monthBefore, monthOf } from "#app/features/pay/months.ts";
import { readOpenPay, seenOf } from "#app/features/pay/open-pay.server.ts";
import type { RuleKind } from "#app/features/pay/rule-kinds.ts";
import { addRule } from "#app/features/pay/rules.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { blankPage } from "./blank-page.ts";

const BY = { actor: SYSTEM, requestId: "seed" };

/** Whole pence. */
const RULES: [RuleKind, number][] = [
  ["decision", 220_00],
  ["further", 90_00],
  ["part", 90_00],
  ["not-held", 45_00],
  ["mile", 45],
];

/** Days before today from which the rules are valid. */
const RULES_DAYS = 130;

/** Says what assessors earn, and where it is paid to. */
export async function seedPayRules(deps: Deps): Promise<void> {
  const validFrom = addDays(londonDate(deps.clock.now()), -RULES_DAYS);
  const none = { assessorId: null, assessmentId: null, mode: null, reason: null, percent: null };
  for (const [kind, pence] of RULES)
    await addRule(deps, { ...BY, rule: { ...none, kind, pence, dueWhen: "report", validFrom } });
  for (const [index, { id, name }] of (await listAssessors(deps)).entries()) {
    const account = { accountName: name, sortCode: "000000", accountNumber: `0000000${index}` };
    await saveMoney(deps, { ...BY, userId: id, money: { ...NO_MONEY, ...account } });
  }
}

/** Tenths of miles, and pence of parking; every third visit has neither. */
const CLAIMS = [
  [124, 6_80],
  [87, null],
  [null, null],
] as const;

/** Claims of assessors for visits that they may still open: most of it is approved, one is refused, and the newest
 * waits. */
export async function seedClaims(deps: Deps): Promise<void> {
  const visits = await deps.db
    .selectFrom("visits")
    .innerJoin("visit_outcomes", "visit_outcomes.visit_id", "visits.id")
    .select(["visits.id", "visits.assessor_id"])
    .distinct()
    .orderBy("visits.id", "desc")
    .execute();
  for (const [index, { id: visitId, assessor_id }] of visits.entries()) {
    const [tenths, pence] = CLAIMS[index % CLAIMS.length]!;
    const by = { actor: { kind: "assessor" as const, id: assessor_id }, requestId: "seed" };
    const own = { visitId, details: { from: "LS6", to: "BD1", note: "" }, requestKey: null };
    // Access to older visits is over: then nothing is claimed.
    if (tenths !== null) await addClaim(deps, { by, claim: { ...own, kind: "miles", tenths, pence: null } });
    const receipt = { name: "Parking.pdf", content: blankPage(`Parking ${index + 1}`) };
    const parking = { ...own, kind: "parking", tenths: null } as const;
    if (pence !== null) await addClaimWithReceipt(deps, { by, claim: { ...parking, pence }, receipt });
  }
  const claims = await listClaims(deps, {});
  for (const { id, kind } of claims.slice(2)) {
    const isLast = kind !== "miles" && id === claims.findLast((one) => one.kind !== "miles")!.id;
    const reason = isLast ? "This is the receipt of another day." : "";
    await decideClaim(deps, { by: BY, claimId: id, decision: isLast ? "refuse" : "approve", reason });
  }
}

/** Closes the month before the last one, if anything was earned in it: the last one is left to be closed. */
export async function seedClosedMonth(deps: Deps): Promise<void> {
  const month = monthBefore(monthBefore(monthOf(londonDate(deps.clock.now()))));
  const seen = seenOf(await readOpenPay(deps, { until: lastDayOf(month) }));
  await closeMonth(deps, { ...BY, month, seen });
}
