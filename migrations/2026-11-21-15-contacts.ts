import { sql, type Kysely } from "kysely";

/** Contacts with referrers, since when one is owed, and who of the staff looks after a booking. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("bookings").addColumn("awaits_contact_since", "text").execute();
  await db.schema
    .alterTable("bookings")
    .addColumn("owner_id", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();
  await sql`update bookings set awaits_contact_since = created_at where status = 'pending'`.execute(db);
  await db.schema
    .createIndex("bookings_awaiting_contact")
    .on("bookings")
    .columns(["awaits_contact_since", "id"])
    .execute();
  await db.schema
    .createIndex("bookings_owner")
    .on("bookings")
    .columns(["owner_id", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("bookings_by_day")
    .on("bookings")
    .columns(["status", "preferred_date", "id"])
    .execute();
  await db.schema
    .createTable("booking_contacts")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.notNull())
    .addColumn("next_day", "text")
    .addColumn("note_sealed", "text")
    .addColumn("user_id", "text")
    .execute();
  await db.schema
    .createIndex("booking_contacts_booking")
    .on("booking_contacts")
    .columns(["booking_id", "at"])
    .execute();
}
