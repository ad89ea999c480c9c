import type { Kysely } from "kysely";

/** Refunds and disputes at the card service. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("card_returns")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("vendor_id", "text", (c) => c.notNull().unique())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("pence", "integer")
    .addColumn("happened_on", "text", (c) => c.notNull())
    .addColumn("answer_by", "text")
    .addColumn("read_at", "text", (c) => c.notNull())
    .addColumn("settled_state", "text")
    .addColumn("reason_sealed", "text")
    .addColumn("settled_by", "text")
    .addColumn("settled_at", "text")
    .execute();
  await db.schema.createIndex("card_returns_booking").on("card_returns").column("booking_id").execute();
}
