import type { Deps } from "#app/deps.server.ts";
import { listAssessors } from "#app/features/assessors/assessors.server.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { closeMonth } from "#app/features/pay/close-month.server.ts";
import { NO_MONEY, saveMoney } from "#app/features/pay/money-details.server.ts";
import { lastDayOf, monthBefore, monthOf } from "#app/features/pay/months.ts";
import { readOpenPay, seenOf } from "#app/features/pay/open-pay.server.ts";
import type { RuleKind } from "#app/features/pay/rule-kinds.ts";
import { addRule } from "#app/features/pay/rules.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";

const BY = { actor: SYSTEM, requestId: "seed" };

/** Whole pence. */
const RULES: [RuleKind, number][] = [
  ["decision", 220_00],
  ["further", 90_00],
  ["part", 90_00],
  ["not-held", 45_00],
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

/** Closes the month before the last one, if anything was earned in it: the last one is left to be closed. */
export async function seedClosedMonth(deps: Deps): Promise<void> {
  const month = monthBefore(monthBefore(monthOf(londonDate(deps.clock.now()))));
  const seen = seenOf(await readOpenPay(deps, { until: lastDayOf(month) }));
  await closeMonth(deps, { ...BY, month, seen });
}
