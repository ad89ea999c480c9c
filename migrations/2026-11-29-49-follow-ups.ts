import type { Kysely } from "kysely";

/** Days on which to look at a person's capacity again, with the mail that reminds the referrer. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("follow_ups")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) =>
      c.notNull().unique().references("bookings.id").onDelete("cascade"),
    )
    .addColumn("due_on", "text", (c) => c.notNull())
    .addColumn("remind_on", "text", (c) => c.notNull())
    .addColumn("agreed_at", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("reason", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("follow_ups_to_send")
    .on("follow_ups")
    .columns(["state", "remind_on"])
    .execute();
  await db.schema.createIndex("follow_ups_due").on("follow_ups").columns(["due_on", "id"]).execute();
}
