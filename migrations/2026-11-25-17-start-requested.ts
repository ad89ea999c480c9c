import type { Kysely } from "kysely";

/** A consumer's request to start within the 14 days in which they may cancel. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("bookings")
    .addColumn("start_requested", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
