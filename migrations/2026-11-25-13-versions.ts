import type { Kysely } from "kysely";

/** Versions of drafts and users, by which a form notices that somebody else changed them. Rows of before have version 1. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("drafts")
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable("drafts").addColumn("changed_by", "text").execute();
  await db.schema
    .alterTable("users")
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
}
