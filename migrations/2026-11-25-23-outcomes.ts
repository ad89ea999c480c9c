import type { Kysely } from "kysely";

/** Assessors' reports and notes about visits, and the calendar addresses of users. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("visit_outcomes")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("visit_id", "text", (c) => c.notNull().references("visits.id").onDelete("cascade"))
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("held", "text", (c) => c.notNull())
    .addColumn("details_sealed", "text")
    .addColumn("is_unsafe", "integer", (c) => c.notNull())
    .addColumn("recorded_by", "text", (c) => c.notNull())
    .addColumn("recorded_at", "text", (c) => c.notNull())
    .addColumn("dealt_with_at", "text")
    .addColumn("dealt_with_by", "text")
    .addUniqueConstraint("visit_outcomes_number", ["visit_id", "number"])
    .execute();
  await db.schema
    .createTable("visit_notes")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("visit_id", "text", (c) => c.notNull().references("visits.id").onDelete("cascade"))
    .addColumn("note_sealed", "text")
    .addColumn("written_by", "text", (c) => c.notNull())
    .addColumn("written_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("visit_notes_visit")
    .on("visit_notes")
    .columns(["visit_id", "written_at", "id"])
    .execute();
  await db.schema
    .createTable("calendar_feeds")
    .addColumn("user_id", "text", (c) => c.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("is_on", "integer", (c) => c.notNull())
    .execute();
}
