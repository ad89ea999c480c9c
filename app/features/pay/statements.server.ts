import type { Seller } from "#app/features/billing/own/content.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { PayStatementRow } from "./tables.ts";

/** The parties of a statement, as they were when the month was closed. */
export type StatementContent = {
  assessor: { name: string; address: string; vatNumber: string };
  practice: Seller;
  /** Per cent; null on what is no VAT invoice. Missing in those of an earlier release. */
  vatRate?: number | null;
};

export const sealedStatement = sealedJsonColumn<StatementContent>("pay_statements", "content_sealed");

type Read = { db: Executor; secrets: Secrets };

export const statementNumber = (number: number) => `PAY-${String(number).padStart(6, "0")}`;

const toStatement = (secrets: Secrets, row: PayStatementRow) => ({
  id: row.id,
  assessorId: row.assessor_id,
  month: row.month,
  number: statementNumber(row.number),
  netPence: row.net_pence,
  vatPence: row.vat_pence,
  totalPence: row.net_pence + row.vat_pence,
  isSelfBilled: row.is_self_billed === 1,
  paidOn: row.paid_on,
  content: sealedStatement.decrypt(secrets, row.id, row.content_sealed),
});

export type Statement = ReturnType<typeof toStatement>;

/** Statements of a month or of an assessor, the newest first. */
export async function listStatements(
  { db, secrets }: Read,
  { month, assessorId }: { month?: string; assessorId?: string },
): Promise<Statement[]> {
  const rows = await db
    .selectFrom("pay_statements")
    .selectAll()
    .$if(month !== undefined, (query) => query.where("month", "=", month!))
    .$if(assessorId !== undefined, (query) => query.where("assessor_id", "=", assessorId!))
    .orderBy("number", "desc")
    .execute();
  return rows.map((row) => toStatement(secrets, row));
}

/** A statement with its lines; null for an unknown id. With `assessorId` only this assessor's own. */
export async function openStatement(deps: Read, id: string, assessorId?: string) {
  const row = await deps.db.selectFrom("pay_statements").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || (assessorId !== undefined && row.assessor_id !== assessorId)) return null;
  const lines = (await linesOfStatements(deps, [id])).get(id) ?? [];
  const { closed_at } = await deps.db
    .selectFrom("pay_months")
    .select("closed_at")
    .where("month", "=", row.month)
    .executeTakeFirstOrThrow();
  const issuedOn = londonDate(new Date(closed_at));
  return { ...toStatement(deps.secrets, row), issuedOn, lines };
}

export type OpenedStatement = NonNullable<Awaited<ReturnType<typeof openStatement>>>;

/** Lines by statement, in the order of their days. */
export async function linesOfStatements({ db }: Pick<Read, "db">, ids: readonly string[]) {
  const rows = await byIds(ids, (piece) =>
    db
      .selectFrom("pay_lines")
      .selectAll()
      .where("statement_id", "in", piece)
      .orderBy("due_on")
      .orderBy("id")
      .execute(),
  );
  return Map.groupBy(rows, ({ statement_id }) => statement_id);
}

/** The newest month that was closed; null before the first. */
export async function lastClosedMonth({ db }: Pick<Read, "db">): Promise<string | null> {
  const row = await db
    .selectFrom("pay_months")
    .select((eb) => eb.fn.max("month").as("month"))
    .executeTakeFirst();
  return row?.month ?? null;
}

const KEPT_YEARS = 6;

/** Deletes statements, claims and what was said about lines, six years after the end of their year. */
export async function deleteOldStatements(executor: Executor, now: Date): Promise<void> {
  await executor
    .deleteFrom("pay_statements")
    .where("month", "<", `${now.getUTCFullYear() - KEPT_YEARS}-01`)
    .execute();
  await executor
    .deleteFrom("pay_claims")
    // A year longer than the statement that may have it.
    .where("claimed_at", "<", `${now.getUTCFullYear() - KEPT_YEARS - 1}-01-01`)
    .execute();
  await executor
    .deleteFrom("pay_disputes")
    .where("answered_at", "<", `${now.getUTCFullYear() - KEPT_YEARS}-01-01`)
    .execute();
}
