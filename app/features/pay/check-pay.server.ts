import type { Executor } from "#app/platform/database.server.ts";
import { claimKey } from "./lines.ts";
import { claimFaults, statementFaults } from "./pay-law.ts";

/** Checks every statement that was made. Reads alone. */
export async function checkPay({ db }: { db: Executor }): Promise<{ statements: number; faults: string[] }> {
  const statements = await db
    .selectFrom("pay_statements")
    .select(["id", "net_pence as netPence", "vat_pence as vatPence"])
    .execute();
  const lines = await db
    .selectFrom("pay_lines")
    .select(["statement_id as statementId", "line_key as key", "visit_id as visitId"])
    .select(["net_pence as netPence", "vat_pence as vatPence"])
    .execute();
  const approved = await db
    .selectFrom("pay_claims")
    .select(["id", "assessor_id as assessorId", "visit_id"])
    .where("state", "=", "approved")
    .execute();
  const keys = new Set(approved.map((claim) => claimKey(claim, claim.visit_id)));
  const faults = [...statementFaults(statements, lines), ...claimFaults(lines, keys)];
  return { statements: statements.length, faults: [...new Set(faults)] };
}
