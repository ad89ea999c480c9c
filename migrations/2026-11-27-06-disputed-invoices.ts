import type { Kysely } from "kysely";

/** The day since which the customer disputes an invoice, and why: until it is settled, no reminder is sent. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("invoices").addColumn("disputed_on", "text").execute();
  await db.schema.alterTable("invoices").addColumn("dispute_sealed", "text").execute();
}
