import type { Executor } from "#app/platform/database.server.ts";
import { statementFaults } from "./pay-law.ts";

/** Checks every statement that was made. Reads alone. */
export async function checkPay({ db }: { db: Executor }): Promise<{ statements: number; faults: string[] }> {
  const statements = await db
    .selectFrom("pay_statements")
    .select(["id", "net_pence as netPence", "vat_pence as vatPence"])
    .execute();
  const lines = await db
    .selectFrom("pay_lines")
    .select(["statement_id as statementId", "net_pence as netPence", "vat_pence as vatPence"])
    .execute();
  return { statements: statements.length, faults: statementFaults(statements, lines) };
}
