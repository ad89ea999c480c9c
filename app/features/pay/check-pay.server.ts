import { valuesOf } from "#app/platform/values-of.ts";
import { byIds, inPages } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { claimKey } from "./lines.ts";

/** The law of a closed month: its lines are the sum of its statements, a statement is more than nothing, and miles and
 * expenses were approved before they were paid. */

type Sums = { netPence: number; vatPence: number };
type ClosedStatement = Sums & { id: string };
type StatementLine = Sums & { statementId: string };

/** Ids of the statements whose lines do not add up to them; empty when all do. */
function statementFaults(statements: readonly ClosedStatement[], lines: readonly StatementLine[]): string[] {
  const linesOf = Map.groupBy(lines, ({ statementId }) => statementId);
  return statements
    .filter(({ id, netPence, vatPence }) => {
      const own = linesOf.get(id) ?? [];
      const net = own.reduce((sum, line) => sum + line.netPence, 0);
      const vat = own.reduce((sum, line) => sum + line.vatPence, 0);
      return net !== netPence || vat !== vatPence || netPence <= 0;
    })
    .map(({ id }) => id);
}

/** Ids of the statements with miles or an expense that nobody approved, by the keys of their lines. */
function claimFaults(
  lines: readonly { statementId: string; key: string; visitId: string | null }[],
  approvedKeys: ReadonlySet<string>,
): string[] {
  const wrong = lines.filter(
    // The claims of a visit go with it.
    ({ key, visitId }) => visitId !== null && /:claim-[^:]+$/.test(key) && !approvedKeys.has(key),
  );
  return [...new Set(wrong.map(({ statementId }) => statementId))];
}

const PAGE = 20;

/** Checks every statement that was made; with `since` (UTC), those of months closed and of claims decided since then.
 * A statement does not change otherwise. Reads alone, and gives way to requests. */
export async function checkPay({ db }: { db: Executor }, since: string | null = null) {
  const report = { statements: 0, faults: new Set<string>() };
  const decided = db
    .selectFrom("pay_claims")
    .innerJoin("pay_lines", "pay_lines.visit_id", "pay_claims.visit_id")
    .select("pay_lines.statement_id")
    .where("pay_claims.decided_at", ">=", since ?? "");
  const closed = db
    .selectFrom("pay_months")
    .select("month")
    .where("closed_at", ">=", since ?? "");
  const pages = inPages<ClosedStatement & { number: number }>((last) =>
    db
      .selectFrom("pay_statements")
      .select(["id", "number", "net_pence as netPence", "vat_pence as vatPence"])
      .where("number", ">", last?.number ?? 0)
      .$if(since !== null, (query) =>
        query.where((eb) => eb.or([eb("month", "in", closed), eb("id", "in", decided)])),
      )
      .orderBy("number")
      .limit(PAGE)
      .execute(),
  );
  for await (const statements of pages) {
    const lines = await byIds(valuesOf(statements, "id"), (piece) =>
      db
        .selectFrom("pay_lines")
        .select(["statement_id as statementId", "line_key as key", "visit_id as visitId"])
        .select(["net_pence as netPence", "vat_pence as vatPence"])
        .where("statement_id", "in", piece)
        .execute(),
    );
    const approved = await byIds(
      lines.flatMap(({ key, visitId }) => (visitId !== null && key.includes(":claim-") ? [visitId] : [])),
      (piece) =>
        db
          .selectFrom("pay_claims")
          .select(["id", "assessor_id as assessorId", "visit_id"])
          .where("visit_id", "in", piece)
          .where("state", "=", "approved")
          .execute(),
    );
    const keys = new Set(approved.map((claim) => claimKey(claim, claim.visit_id)));
    for (const id of [...statementFaults(statements, lines), ...claimFaults(lines, keys)])
      report.faults.add(id);
    report.statements += statements.length;
  }
  return { statements: report.statements, faults: [...report.faults] };
}
