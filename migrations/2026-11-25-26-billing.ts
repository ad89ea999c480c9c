import { sql, type Kysely } from "kysely";

/** Where the invoice of a booking goes, and whether staff still have to change one that was made before. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const name of [
    "po_number",
    "matter_reference",
    "billing_name_sealed",
    "billing_email_sealed",
    "billing_to_change_since",
  ]) {
    await db.schema.alterTable("bookings").addColumn(name, "text").execute();
  }
  await db.schema
    .createIndex("bookings_billing_to_change")
    .on("bookings")
    .columns(["billing_to_change_since", "id"])
    .where(sql<boolean>`billing_to_change_since is not null`)
    .execute();
}
