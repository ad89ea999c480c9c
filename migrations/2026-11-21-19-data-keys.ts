import type { Kysely } from "kysely";

/** The keys with which the data was written, by their check values, in the order in which they came into use. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("data_keys")
    .addColumn("position", "integer", (column) => column.primaryKey())
    .addColumn("key_id", "text", (column) => column.notNull().unique())
    .execute();
}
