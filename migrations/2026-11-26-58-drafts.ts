import { sql, type Kysely } from "kysely";

/** Reports that are being written, a part at a time. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("report_drafts")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("author_id", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("report_drafts_writing")
    .on("report_drafts")
    .columns(["booking_id", "author_id"])
    .unique()
    .where(sql<boolean>`state = 'writing'`)
    .execute();
  await db.schema
    .createIndex("report_drafts_author")
    .on("report_drafts")
    .columns(["author_id", "created_at"])
    .execute();
  await db.schema
    .createTable("report_parts")
    .addColumn("draft_id", "text", (c) => c.notNull().references("report_drafts.id").onDelete("cascade"))
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("answers_sealed", "text", (c) => c.notNull())
    .addColumn("save_hash", "text")
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("report_parts_pkey", ["draft_id", "key"])
    .execute();
}
