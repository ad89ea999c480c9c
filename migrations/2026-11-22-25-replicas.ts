import type { Kysely } from "kysely";

/** The nights whose work was taken on and done, and the copies of the server that write mails to files. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("nightly_runs")
    .addColumn("day", "text", (c) => c.primaryKey())
    .addColumn("begun_at", "text", (c) => c.notNull())
    .addColumn("finished_at", "text")
    .execute();
  await db.schema
    .createTable("mail_folders")
    .addColumn("folder", "text", (c) => c.primaryKey())
    .addColumn("seen_at", "text", (c) => c.notNull())
    .execute();
}
