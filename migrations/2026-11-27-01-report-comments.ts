import type { Kysely } from "kysely";

/** Comments of readers on reports that were written here, and who may read them beside staff. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("users")
    .addColumn("reviews_reports", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("report_comments")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("report_id", "text", (c) => c.notNull().references("reports.id").onDelete("cascade"))
    .addColumn("part_key", "text", (c) => c.notNull())
    .addColumn("reader_id", "text", (c) => c.notNull())
    .addColumn("text_sealed", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("answer", "text")
    .addColumn("answer_sealed", "text")
    .addColumn("answered_at", "text")
    .addColumn("closed_at", "text")
    .execute();
  await db.schema
    .createIndex("report_comments_report")
    .on("report_comments")
    .columns(["report_id"])
    .execute();
  await db.schema
    .createTable("report_readings")
    .addColumn("report_id", "text", (c) => c.notNull().references("reports.id").onDelete("cascade"))
    .addColumn("reader_id", "text", (c) => c.notNull())
    .addColumn("finished_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("report_readings_pkey", ["report_id", "reader_id"])
    .execute();
}
