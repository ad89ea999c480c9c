import type { Kysely } from "kysely";

/** Codes of problems of a visit that staff said may stay. Null for visits that an earlier release agreed. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("visits").addColumn("settled", "text").execute();
  await db.schema.alterTable("visit_questions").addColumn("settled", "text").execute();
}
