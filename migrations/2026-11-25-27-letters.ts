import type { Kysely } from "kysely";

/** When and how a letter about a visit was given to the person to be assessed. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("visit_letters")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("visit_id", "text", (c) => c.notNull().references("visits.id").onDelete("cascade"))
    .addColumn("way", "text", (c) => c.notNull())
    .addColumn("given_on", "text", (c) => c.notNull())
    .addColumn("recorded_by", "text")
    .addColumn("recorded_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("visit_letters_visit")
    .on("visit_letters")
    .columns(["visit_id", "given_on", "recorded_at", "id"])
    .execute();
}
