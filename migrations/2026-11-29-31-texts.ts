import { sql, type Kysely } from "kysely";

/** Text messages: who wants none, how many left in each month, and the number that each went to, for replies. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("text_stops")
    .addColumn("phone_hash", "text", (c) => c.primaryKey())
    .addColumn("since", "text")
    .addColumn("stop_id", "text")
    .addColumn("start_id", "text")
    .execute();
  await db.schema
    .createTable("text_months")
    .addColumn("month", "text", (c) => c.primaryKey())
    .addColumn("sent", "integer", (c) => c.notNull())
    .execute();
  await db.schema.alterTable("outbox").addColumn("phone_hash", "text").execute();
  await sql`create index outbox_phone on outbox (phone_hash, finished_at) where phone_hash is not null`.execute(
    db,
  );
}
