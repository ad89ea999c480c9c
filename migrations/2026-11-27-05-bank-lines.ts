import type { Kysely } from "kysely";

/** Lines of the bank's files, and the columns of these files. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("bank_lines")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("line_hash", "text", (c) => c.notNull().unique())
    .addColumn("moved_on", "text", (c) => c.notNull())
    .addColumn("pence", "integer", (c) => c.notNull())
    .addColumn("words_sealed", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("read_at", "text", (c) => c.notNull())
    .addColumn("settled_by", "text")
    .addColumn("settled_at", "text")
    .execute();
  await db.schema.createIndex("bank_lines_state").on("bank_lines").columns(["state", "moved_on"]).execute();
  await db.schema
    .createTable("bank_formats")
    .addColumn("headings", "text", (c) => c.primaryKey())
    .addColumn("columns", "text", (c) => c.notNull())
    .addColumn("chosen_at", "text", (c) => c.notNull())
    .execute();
}
