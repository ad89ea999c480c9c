import type { Kysely } from "kysely";

/** What a field of a booking said before and after staff changed it, sealed, beside the audit row that names the field. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("booking_changes")
    .addColumn("audit_id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("changes_sealed", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("booking_changes_booking").on("booking_changes").column("booking_id").execute();
}
