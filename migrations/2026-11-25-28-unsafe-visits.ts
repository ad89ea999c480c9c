import { sql, type Kysely } from "kysely";

/** The dashboard lists unsafe visits that nobody has dealt with: few of many outcomes. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex("visit_outcomes_unsafe")
    .on("visit_outcomes")
    .columns(["recorded_at", "id"])
    .where(sql<boolean>`is_unsafe = 1 and dealt_with_at is null`)
    .execute();
}
