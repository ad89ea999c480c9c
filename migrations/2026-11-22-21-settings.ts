import type { Kysely } from "kysely";

/**
 * What the practice has set. Append-only: a group's newest row is its value, and the rows before it are its history. The
 * key counts the changes of all groups, so that the newest key tells whether anything has changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("settings_changes")
    .addColumn("version", "integer", (c) => c.primaryKey().notNull())
    .addColumn("group_name", "text", (c) => c.notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("changed_at", "text", (c) => c.notNull())
    .addColumn("actor_kind", "text", (c) => c.notNull())
    .addColumn("actor_id", "text")
    .execute();
  await db.schema
    .createIndex("settings_changes_group")
    .on("settings_changes")
    .columns(["group_name", "version"])
    .execute();
}
