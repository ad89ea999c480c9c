import type { Kysely } from "kysely";

/** The answers that forms were given, for the same form sent again. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("form_answers")
    .addColumn("key_hash", "text", (c) => c.primaryKey())
    .addColumn("claimed_at", "text", (c) => c.notNull())
    .addColumn("answer_sealed", "text")
    .execute();
  await db.schema.createIndex("form_answers_claimed").on("form_answers").column("claimed_at").execute();
}
