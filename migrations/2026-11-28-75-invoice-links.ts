import type { Kysely } from "kysely";

/** The version of the links of a booking's invoices: staff end those links when they end the booking's on purpose. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("bookings")
    .addColumn("invoice_link_version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}
