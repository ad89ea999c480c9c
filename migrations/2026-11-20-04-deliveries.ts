import type { Kysely } from "kysely";

/** What became of a mail after it was handed over, invoices, and who wants no reminders. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("outbox").addColumn("first_attempt_at", "text").execute();
  await db.schema.alterTable("outbox").addColumn("delivery", "text").execute();
  await db.schema.alterTable("outbox").addColumn("delivery_at", "text").execute();
  await db.schema.createIndex("outbox_created").on("outbox").columns(["created_at", "id"]).execute();
  await db.schema.createIndex("outbox_vendor").on("outbox").column("vendor_id").execute();

  await db.schema
    .createTable("invoices")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) =>
      c.notNull().unique().references("bookings.id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("vendor_id", "text", (c) => c.notNull())
    .addColumn("online_url", "text")
    .addColumn("amount_pence", "integer", (c) => c.notNull())
    .addColumn("issued_on", "text", (c) => c.notNull())
    .addColumn("due_on", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("reminder_opt_outs")
    .addColumn("booking_id", "text", (c) => c.primaryKey().references("bookings.id").onDelete("cascade"))
    .addColumn("opted_out_at", "text", (c) => c.notNull())
    .execute();
}
