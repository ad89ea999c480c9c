import { sql, type Kysely } from "kysely";

/** SQLite never took the index of before: it walked all completed bookings. With the status as its first column, it
 * takes this one. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.dropIndex("bookings_to_invoice").execute();
  await db.schema
    .createIndex("bookings_not_invoiced")
    .on("bookings")
    .columns(["status", "updated_at", "id"])
    .where(sql<boolean>`total_pence > covered_pence`)
    .execute();
}
