import type { Kysely } from "kysely";

/** Working days from the visit to the report that an agreement fixed for a booking; null for the practice's own. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("bookings").addColumn("report_days", "integer").execute();
}
