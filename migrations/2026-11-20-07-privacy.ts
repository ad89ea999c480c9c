import type { Kysely } from "kysely";

/** The privacy desk: what it looked into, what is restricted or held, what was erased, and complaints. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("privacy_cases")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("email_key", "text")
    .addColumn("booking_id", "text", (c) => c.references("bookings.id").onDelete("cascade"))
    .addColumn("opened_at", "text", (c) => c.notNull())
    .addColumn("opened_by", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("privacy_cases_opened").on("privacy_cases").column("opened_at").execute();

  await db.schema
    .createTable("privacy_marks")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("email_key", "text")
    .addColumn("booking_id", "text", (c) => c.references("bookings.id").onDelete("cascade"))
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("placed_at", "text", (c) => c.notNull())
    .addColumn("placed_by", "text", (c) => c.notNull())
    .addColumn("lifted_at", "text")
    .addColumn("lifted_by", "text")
    .execute();
  await db.schema.createIndex("privacy_marks_email").on("privacy_marks").column("email_key").execute();
  await db.schema.createIndex("privacy_marks_booking").on("privacy_marks").column("booking_id").execute();

  await db.schema
    .createTable("tombstones")
    .addColumn("record_id", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("erased_at", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("complaints")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("reference", "text", (c) => c.notNull().unique())
    .addColumn("email_key", "text", (c) => c.notNull())
    .addColumn("details_sealed", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("complaints_state").on("complaints").columns(["state", "created_at"]).execute();
}
