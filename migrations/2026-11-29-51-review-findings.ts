import type { Kysely } from "kysely";

/** Reasons of reviewers as codes. Returns before this have none. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("review_findings")
    .addColumn("report_id", "text", (c) => c.notNull().references("reports.id").onDelete("cascade"))
    .addColumn("code", "text", (c) => c.notNull())
    .addColumn("is_after_release", "integer", (c) => c.notNull())
    .addColumn("by", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("review_findings_pk", ["report_id", "is_after_release", "code"])
    .execute();
}
