import type { Kysely } from "kysely";

/** Requests that a referrer makes about their own booking, for staff to accept or decline. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("booking_requests")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("day", "text")
    .addColumn("note_sealed", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("answered_at", "text")
    .addColumn("answered_as", "text")
    .addColumn("answered_by", "text")
    .addColumn("answer_sealed", "text")
    .execute();
  await db.schema
    .createIndex("booking_requests_booking")
    .on("booking_requests")
    .columns(["booking_id", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("booking_requests_open")
    .on("booking_requests")
    .columns(["answered_at", "created_at", "id"])
    .execute();
}
