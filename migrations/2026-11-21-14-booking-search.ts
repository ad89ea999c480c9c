import type { Kysely } from "kysely";

/** What makes searches, totals and the outbox cost the same with many bookings. The two tables are filled at the next start. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("booking_search_words")
    .addColumn("word", "text", (c) => c.notNull())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("booking_search_words_pk", ["word", "booking_id"])
    .execute();
  await db.schema
    .createIndex("booking_search_words_booking")
    .on("booking_search_words")
    .column("booking_id")
    .execute();
  await db.schema
    .createTable("booking_totals")
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("booking_count", "integer", (c) => c.notNull())
    .addColumn("revenue_pence", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("booking_totals_pk", ["day", "status"])
    .execute();
  await db.schema.createIndex("outbox_state").on("outbox").columns(["state", "id"]).execute();
  await db.schema.dropIndex("bookings_search").execute();
  await db.schema.dropIndex("bookings_created_totals").execute();
}
