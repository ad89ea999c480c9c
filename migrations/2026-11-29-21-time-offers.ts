import type { Kysely } from "kysely";

/** Times that the practice offers a referrer to choose from. Each one is held as a question to its assessor. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("time_offers")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("until", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("note_sealed", "text")
    .addColumn("chosen_id", "text")
    .addColumn("ended_at", "text")
    .addColumn("offered_by", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("time_offers_booking").on("time_offers").column("booking_id").execute();
  await db.schema.createIndex("time_offers_state").on("time_offers").columns(["state", "until"]).execute();
  await db.schema.alterTable("visit_questions").addColumn("offer_id", "text").execute();
  await db.schema.createIndex("visit_questions_offer").on("visit_questions").column("offer_id").execute();
}
