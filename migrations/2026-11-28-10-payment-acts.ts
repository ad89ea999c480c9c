import type { Kysely } from "kysely";

/** Payments that were recorded together: the parts of one sum, or both ends of a credit that moved. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("payments").addColumn("act_id", "text").execute();
  await db.schema.createIndex("payments_act").on("payments").column("act_id").execute();
}
