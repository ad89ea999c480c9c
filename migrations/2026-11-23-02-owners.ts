import type { Kysely } from "kysely";

/** Finds one's own bookings of a status without reading everybody's. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex("bookings_owner_status")
    .on("bookings")
    .columns(["owner_id", "status", "created_at", "id"])
    .execute();
}
