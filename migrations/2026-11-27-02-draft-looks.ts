import type { Kysely } from "kysely";

/** Drafts that the office may look at, and findings of the check that the author leaves as they are. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("report_drafts").addColumn("shown_at", "text").execute();
  await db.schema
    .alterTable("report_drafts")
    .addColumn("as_it_should_be", "text", (c) => c.notNull().defaultTo("[]"))
    .execute();
}
