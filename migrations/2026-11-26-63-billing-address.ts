import type { Kysely } from "kysely";

/** The payer's address: a VAT invoice has it. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("bookings").addColumn("billing_address_sealed", "text").execute();
}
