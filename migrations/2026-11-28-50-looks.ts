import type { Kysely } from "kysely";

/** Answers of authors to findings at which they looked, in their words. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("report_drafts").addColumn("looks_sealed", "text").execute();
}
