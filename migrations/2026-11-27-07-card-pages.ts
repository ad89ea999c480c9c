import type { Kysely } from "kysely";

/** Pages of the card service on which customers pay. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("card_pages")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("vendor_id", "text", (c) => c.notNull().unique())
    .addColumn("url", "text")
    .addColumn("pence", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("next_read_at", "text")
    .execute();
  await db.schema
    .createIndex("card_pages_booking")
    .on("card_pages")
    .columns(["booking_id", "created_at"])
    .execute();
  await db.schema.createIndex("card_pages_next_read").on("card_pages").columns(["next_read_at"]).execute();
}
