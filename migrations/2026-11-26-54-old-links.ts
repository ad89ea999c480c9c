import type { Kysely } from "kysely";

/** The link of before a new email address, and until when it still opens the booking. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("bookings").addColumn("old_link_version", "integer").execute();
  await db.schema.alterTable("bookings").addColumn("old_link_until", "text").execute();
}
