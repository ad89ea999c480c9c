import type { Kysely } from "kysely";

/** The accounting system's number of an invoice, by which staff find it there. Unknown for those made before. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("invoices").addColumn("number", "text").execute();
}
