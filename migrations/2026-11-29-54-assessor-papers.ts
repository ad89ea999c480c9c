import type { Kysely } from "kysely";

/** What staff saw of an assessor's insurance, checks and training, and until when each is valid. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("assessors").addColumn("papers_sealed", "text").execute();
  await db.schema.alterTable("assessors").addColumn("papers_end_on", "text").execute();
}
