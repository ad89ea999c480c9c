import type { Kysely } from "kysely";

/** Payments at the card service that take days: what is on its way is not asked for again. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("card_pages").addColumn("payment_id", "text").execute();
  await db.schema.alterTable("card_pages").addColumn("on_its_way_on", "text").execute();
  await db.schema.createIndex("card_pages_payment").on("card_pages").column("payment_id").execute();
  await db.schema.alterTable("invoices").addColumn("on_its_way_pence", "integer").execute();
  await db.schema.alterTable("invoices").addColumn("on_its_way_on", "text").execute();
}
