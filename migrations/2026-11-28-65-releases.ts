import type { Kysely } from "kysely";

/** The releases that wrote to this database. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("releases")
    .addColumn("version", "text", (c) => c.primaryKey())
    .addColumn("former", "text")
    .addColumn("first_started_at", "text", (c) => c.notNull())
    .execute();
}
