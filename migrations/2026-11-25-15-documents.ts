import type { Kysely } from "kysely";

/** Papers that come in for a booking, and the files of its reports. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("documents")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("visible_to", "text", (c) => c.notNull())
    .addColumn("details_sealed", "text", (c) => c.notNull())
    .addColumn("key_sealed", "text", (c) => c.notNull())
    .addColumn("media_type", "text", (c) => c.notNull())
    .addColumn("bytes", "integer", (c) => c.notNull())
    .addColumn("content_hash", "text", (c) => c.notNull())
    .addColumn("stored_sha256", "text", (c) => c.notNull())
    .addColumn("uploaded_by_kind", "text", (c) => c.notNull())
    .addColumn("uploaded_by_id", "text")
    .addColumn("scan", "text", (c) => c.notNull())
    .addColumn("scanned_at", "text")
    .addColumn("scan_signature", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addUniqueConstraint("documents_content", ["booking_id", "purpose", "content_hash"])
    .execute();
  await db.schema
    .createIndex("documents_booking")
    .on("documents")
    .columns(["booking_id", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("documents_scan")
    .on("documents")
    .columns(["scan", "created_at", "id"])
    .execute();
  await db.schema
    .createTable("papers_by_post")
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("papers_by_post_pk", ["booking_id", "kind"])
    .execute();
}
