import type { Kysely } from "kysely";

/** The share of a booking's price that is its deposit. Until now it was one half for all. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("bookings")
    .addColumn("deposit_percent", "integer", (c) => c.notNull().defaultTo(50))
    .execute();
}
