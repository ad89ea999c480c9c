import type { Kysely } from "kysely";

/** The assessment's day for which staff said that the invoice's due day may stay. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("invoices").addColumn("accepted_for_day", "text").execute();
}
