import type { Kysely } from "kysely";

/** Safeguarding concerns about bookings, with their log, and the right to read them. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("safeguarding_entries")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("user_id", "text")
    .addColumn("text_sealed", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("safeguarding_entries_booking")
    .on("safeguarding_entries")
    .columns(["booking_id", "id"])
    .execute();
  await db.schema
    .createIndex("safeguarding_entries_kind")
    .on("safeguarding_entries")
    .columns(["kind", "id"])
    .execute();
  await db.schema
    .alterTable("users")
    .addColumn("sees_concerns", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
