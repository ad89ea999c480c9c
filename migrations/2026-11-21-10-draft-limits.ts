import { sql, type Kysely } from "kysely";

/** What bounds the drafts that strangers can make, and no draft under an id that a booking was made from. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("drafts")
    .addColumn("client_hash", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  // Drafts made before this migration are never dropped early.
  await db.schema
    .alterTable("drafts")
    .addColumn("is_answered", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createIndex("drafts_client")
    .on("drafts")
    .columns(["client_hash", "is_answered", "created_at"])
    .execute();
  await db.schema
    .createIndex("drafts_answered")
    .on("drafts")
    .columns(["is_answered", "created_at"])
    .execute();
  // Until now a visitor could name the id of a new draft, and so that of a booking whose draft was gone.
  await sql`delete from drafts where exists (
    select 1 from bookings where bookings.draft_id = drafts.id and bookings.created_at < drafts.created_at
  )`.execute(db);
}
