import type { Deps } from "#app/deps.server.ts";
import { addClaim, addClaimWithReceipt } from "#app/features/pay/claims.server.ts";
import { listClaims } from "#app/features/pay/claim-rows.server.ts";
import { moneyOf, NO_MONEY, saveMoney, type AssessorMoney } from "#app/features/pay/money-details.server.ts";
import { addRule, type NewRule } from "#app/features/pay/rules.server.ts";
import { sealedStatement } from "#app/features/pay/statements.server.ts";
import { monthBefore, monthOf } from "#app/features/pay/months.ts";
import { OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import { recordOutcome } from "#app/features/visits/outcome/record-outcome.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { inChunks, pdf } from "./files.ts";
import { BY_STAFF, byAssessor } from "./visits.ts";

/** A rule of everybody: £200 for a decision, once the report is released. */
export function createRule(deps: Deps, rule: Partial<NewRule> = {}): Promise<void> {
  return addRule(deps, {
    ...BY_STAFF,
    rule: {
      assessorId: null,
      kind: "decision",
      assessmentId: null,
      mode: null,
      reason: null,
      pence: 200_00,
      percent: null,
      dueWhen: "report",
      validFrom: "2020-01-01",
      ...rule,
    },
  });
}

/** The bank account of an assessor. */
export async function createMoney(deps: Deps, userId: string, money: Partial<AssessorMoney> = {}) {
  const before = (await moneyOf(deps, [userId])).get(userId) ?? NO_MONEY;
  const account = { accountName: "Priya Nair", sortCode: "200000", accountNumber: "12345678" };
  await saveMoney(deps, { ...BY_STAFF, userId, money: { ...before, ...account, ...money } });
}

/** Lets a visit of the assessor be held in part in the month before this one, which earns £90. Returns the month. */
export async function earnPart(deps: Deps, { visitId, assessorId }: { visitId: string; assessorId: string }) {
  await createRule(deps, { kind: "part", pence: 90_00 });
  const month = monthBefore(monthOf(londonDate(deps.clock.now())));
  await deps.db
    .updateTable("visits")
    .set({ day: `${month}-15` })
    .where("id", "=", visitId)
    .execute();
  const outcome = OutcomeSchema.parse({
    held: "part",
    startedAt: "10:00",
    endedAt: "11:00",
    conducted: "in-person",
    identity: "Passport",
  });
  const recorded = await recordOutcome(deps, { ...byAssessor({ id: assessorId }), visitId, outcome });
  if (!recorded.ok) throw new Error(recorded.problem);
  return month;
}

/** Lets the assessor of a visit that was held claim 12.4 miles at £0.45, and parking of £6.80 with a receipt. */
export async function claimBoth(
  deps: Deps,
  { visitId, assessorId, words = "LS6" }: { visitId: string; assessorId: string; words?: string },
) {
  await createRule(deps, { kind: "mile", pence: 45 });
  const by = byAssessor({ id: assessorId });
  const miles = { kind: "miles", tenths: 124, pence: null } as const;
  const parking = { kind: "parking", tenths: null, pence: 6_80 } as const;
  const own = { visitId, requestKey: null };
  const details = { from: words, to: "BD1", note: words };
  const first = await addClaim(deps, { by, claim: { ...miles, ...own, details } });
  const receipt = { name: `${words}.pdf`, content: inChunks(pdf(`${words} ${visitId}`)) };
  const second = await addClaimWithReceipt(deps, { by, claim: { ...parking, ...own, details }, receipt });
  for (const result of [first, second]) if (!result.ok) throw new Error(result.problem);
  const claims = await listClaims(deps, { visitId, assessorId });
  const idOf = (kind: string) => claims.find((claim) => claim.kind === kind)!.id;
  return { milesId: idOf("miles"), parkingId: idOf("parking") };
}

type Made = { assessorId: string; visitId: string | null; name?: string };

/** A statement of £200 for a month that is long closed. Returns its id. */
export async function createStatement(deps: Deps, { assessorId, visitId, name = "Priya Nair" }: Made) {
  const [id, month] = [deps.ids.uuid(), "2026-02"];
  await deps.db
    .insertInto("pay_months")
    .values({ month, closed_by: null, closed_at: deps.clock.now().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { count } = await deps.db
    .selectFrom("pay_statements")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const practice = { name: "", address: "", companyNumber: "", vatNumber: "", phone: "", email: "" };
  const content = { assessor: { name, address: "", vatNumber: "" }, practice };
  await deps.db
    .insertInto("pay_statements")
    .values({
      id,
      assessor_id: assessorId,
      month,
      number: 900_000 + Number(count),
      is_self_billed: 0,
      paid_on: null,
      net_pence: 200_00,
      vat_pence: 0,
      content_sealed: sealedStatement.encrypt(deps.secrets, id, content),
    })
    .execute();
  await deps.db
    .insertInto("pay_lines")
    .values({
      id: deps.ids.uuid(),
      statement_id: id,
      line_key: "line",
      visit_id: visitId,
      kind: "decision",
      reference: "MCA-TEST-0001",
      due_on: "2026-02-10",
      net_pence: 200_00,
      vat_pence: 0,
      is_adjustment: 0,
    })
    .execute();
  return id;
}
