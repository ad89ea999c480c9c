import type { Kysely } from "kysely";

/** Words and sights of visits, as their assessors noted them. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("visit_exchanges")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("visit_id", "text", (c) => c.notNull().references("visits.id").onDelete("cascade"))
    .addColumn("recorded_by", "text", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("speaker", "text", (c) => c.notNull())
    .addColumn("text_sealed", "text", (c) => c.notNull())
    .addColumn("at", "text")
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("key_hash", "text", (c) => c.notNull())
    .addColumn("recorded_at", "text", (c) => c.notNull())
    .addUniqueConstraint("visit_exchanges_number", ["visit_id", "recorded_by", "number"])
    .addUniqueConstraint("visit_exchanges_key", ["visit_id", "key_hash"])
    .execute();
}
