import type { Kysely } from "kysely";

/** Reports of bookings by version, who receives them, their deliveries, and reasons to hold them. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("reports")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("document_id", "text", (c) => c.notNull())
    .addColumn("decisions", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("details_sealed", "text", (c) => c.notNull())
    .addColumn("author_id", "text", (c) => c.notNull())
    .addColumn("declared_at", "text", (c) => c.notNull())
    .addColumn("reviewed_by", "text")
    .addColumn("reviewed_at", "text")
    .addColumn("withdrawn_at", "text")
    .addUniqueConstraint("reports_version", ["booking_id", "version"])
    .execute();
  await db.schema
    .createIndex("reports_state")
    .on("reports")
    .columns(["state", "declared_at", "id"])
    .execute();
  await db.schema
    .createTable("report_recipients")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("details_sealed", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("report_recipients_booking")
    .on("report_recipients")
    .columns(["booking_id", "created_at", "id"])
    .execute();
  await db.schema
    .createTable("report_deliveries")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("report_id", "text", (c) => c.notNull().references("reports.id").onDelete("cascade"))
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("details_sealed", "text", (c) => c.notNull())
    .addColumn("token_version", "integer", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .addColumn("code_hash", "text")
    .addColumn("code_expires_at", "text")
    .addColumn("code_attempts", "integer", (c) => c.notNull())
    .addColumn("opened_at", "text")
    .addColumn("downloaded_at", "text")
    .addColumn("received_at", "text")
    .addColumn("received_by_sealed", "text")
    .execute();
  await db.schema
    .createIndex("report_deliveries_report")
    .on("report_deliveries")
    .columns(["report_id", "created_at", "id"])
    .execute();
  await db.schema
    .createTable("report_holds")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("note_sealed", "text")
    .addColumn("placed_by", "text", (c) => c.notNull())
    .addColumn("placed_at", "text", (c) => c.notNull())
    .addColumn("lifted_at", "text")
    .execute();
  await db.schema
    .createIndex("report_holds_booking")
    .on("report_holds")
    .columns(["booking_id", "placed_at", "id"])
    .execute();
}
