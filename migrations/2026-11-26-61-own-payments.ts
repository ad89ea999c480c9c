import type { Kysely } from "kysely";

/** Payments and refunds of bookings whose invoices the practice makes itself. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("payments")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("pence", "integer", (c) => c.notNull())
    .addColumn("way", "text", (c) => c.notNull())
    .addColumn("moved_on", "text", (c) => c.notNull())
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("line_hash", "text", (c) => c.unique())
    .addColumn("note_sealed", "text")
    .addColumn("recorded_by", "text")
    .addColumn("recorded_at", "text", (c) => c.notNull())
    .addColumn("undone_by", "text")
    .addColumn("undone_at", "text")
    .execute();
  await db.schema
    .createIndex("payments_booking")
    .on("payments")
    .columns(["booking_id", "recorded_at", "id"])
    .execute();
  await db.schema.createIndex("payments_recorded").on("payments").columns(["recorded_at", "id"]).execute();
}
