import { sql, type Kysely } from "kysely";

/** A recipient's link that staff ended; and an index of the reports on their way, few of all that were ever sent. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("report_deliveries").addColumn("ended_at", "text").execute();
  await db.schema
    .createIndex("report_deliveries_open")
    .on("report_deliveries")
    .columns(["expires_at", "id"])
    .where(sql<boolean>`received_at is null and ended_at is null`)
    .execute();
}
