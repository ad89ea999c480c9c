import { sql, type Kysely } from "kysely";

/** What nightly work, requests about a person's data and repeated requests to the API need with millions of rows. A draft
 * gets the hash of its referrer's address; it stays null in those written before. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("drafts").addColumn("referrer_hash", "text").execute();
  await db.schema.createIndex("drafts_referrer").on("drafts").column("referrer_hash").execute();
  await db.schema
    .createIndex("idempotency_keys_created")
    .on("idempotency_keys")
    .column("created_at")
    .execute();
  await db.schema
    .createIndex("outbox_recipient")
    .on("outbox")
    .expression(sql`lower(recipient)`)
    .execute();
  await sql`create index outbox_bodies on outbox (finished_at) where payload_sealed <> ''`.execute(db);
  await db.schema
    .createIndex("bookings_retention")
    .on("bookings")
    .columns(["status", "updated_at"])
    .execute();
}
