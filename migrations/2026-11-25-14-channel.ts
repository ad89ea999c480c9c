import type { Kysely } from "kysely";

/** How a booking came that staff typed in. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("bookings").addColumn("channel", "text").execute();
}
