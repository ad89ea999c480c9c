import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import type { PayRule } from "./rule-kinds.ts";
import type { PayRuleRow } from "./tables.ts";

const toRule = (row: PayRuleRow): PayRule => ({
  id: row.id,
  assessorId: row.assessor_id,
  kind: row.kind,
  assessmentId: row.assessment_id,
  mode: row.mode,
  reason: row.reason,
  pence: row.pence,
  percent: row.percent,
  dueWhen: row.due_when,
  validFrom: row.valid_from,
  madeAt: row.made_at,
});

/** All rules, the latest first. */
export async function listRules({ db }: { db: Executor }): Promise<PayRule[]> {
  const rows = await db
    .selectFrom("pay_rules")
    .selectAll()
    .orderBy("valid_from", "desc")
    .orderBy("made_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(toRule);
}

/** Whether the practice has said what assessors earn: their pages show nothing of it before. */
export async function hasRules({ db }: { db: Executor }): Promise<boolean> {
  return (await db.selectFrom("pay_rules").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export type NewRule = Omit<PayRule, "id" | "madeAt">;

/** Adds a rule, valid for visits that are agreed from its day on. Nothing is changed or removed: of two rules for the
 * same case the later one counts. */
export async function addRule(deps: Deps, { rule, ...by }: ActedByRequest & { rule: NewRule }) {
  const id = deps.ids.uuid();
  await transact(deps, async (inside) => {
    await inside.db
      .insertInto("pay_rules")
      .values({
        id,
        assessor_id: rule.assessorId,
        kind: rule.kind,
        assessment_id: rule.assessmentId,
        mode: rule.mode,
        reason: rule.reason,
        pence: rule.pence,
        percent: rule.percent,
        due_when: rule.dueWhen,
        valid_from: rule.validFrom,
        made_by: by.actor.id,
        made_at: deps.clock.now().toISOString(),
      })
      .execute();
    await recordAudit(inside, by, "pay.rule-added", ["user", rule.assessorId ?? "all"], {
      changedFields: [rule.kind],
    });
  });
}
