import type { Kysely } from "kysely";

/** A report that was written here: its draft, its text as it was sent, and what it concludes on each decision. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("reports").addColumn("draft_id", "text").execute();
  await db.schema.alterTable("reports").addColumn("content_sealed", "text").execute();
  await db.schema.alterTable("reports").addColumn("outcomes_sealed", "text").execute();
  await db.schema.createIndex("reports_draft").on("reports").columns(["draft_id"]).execute();
}
