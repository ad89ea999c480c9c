import type { Kysely } from "kysely";

/** Released reports that are read again. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("review_samples")
    .addColumn("report_id", "text", (c) => c.primaryKey().references("reports.id").onDelete("cascade"))
    .addColumn("chosen_as", "text", (c) => c.notNull())
    .addColumn("chosen_at", "text", (c) => c.notNull())
    .addColumn("read_by", "text")
    .addColumn("read_at", "text")
    .addColumn("line_sealed", "text")
    .execute();
  await db.schema
    .createIndex("review_samples_chosen")
    .on("review_samples")
    .columns(["chosen_as", "chosen_at"])
    .execute();
}
