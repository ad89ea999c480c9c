import type { Kysely } from "kysely";

/** By which somebody checks that a report is true: its code, a keyed hash of its file, and its pages. A start fills in
 * code and hash of reports that an older release wrote. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("reports").addColumn("check_code", "text").execute();
  await db.schema.alterTable("reports").addColumn("file_hash", "text").execute();
  await db.schema.alterTable("reports").addColumn("pages", "integer").execute();
  await db.schema.createIndex("reports_check_code").on("reports").column("check_code").unique().execute();
  await db.schema.createIndex("reports_file").on("reports").column("file_hash").execute();
}
