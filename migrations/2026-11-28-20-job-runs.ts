import { sql, type Kysely } from "kysely";

/** Nightly jobs: who is doing each, and since when the next run has to look. Accounts are found by what was issued and
 * recorded since then. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("job_runs")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("done_on", "text")
    .addColumn("begun_at", "text", (c) => c.notNull())
    .addColumn("leased_at", "text")
    .addColumn("since", "text")
    .execute();
  await db.schema
    .createIndex("invoice_documents_issued")
    .on("invoice_documents")
    .columns(["issued_at", "booking_id"])
    .execute();
  await db.schema
    .createIndex("payments_undone")
    .on("payments")
    .columns(["undone_at", "booking_id"])
    .where(sql<boolean>`undone_at is not null`)
    .execute();
}
