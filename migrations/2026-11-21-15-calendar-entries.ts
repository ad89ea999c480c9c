import { sql, type Kysely } from "kysely";

/** What the calendar file of each mail says, so that a later mail can take the date out of the calendar again. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("outbox").addColumn("calendar_entry", "text").execute();
  await sql`
    update outbox set calendar_entry = (select preferred_date from bookings where bookings.id = outbox.booking_id)
    where topic = 'status-changed' and state = 'sent'
      and booking_id in (select id from bookings where status = 'confirmed' and preferred_date is not null)
  `.execute(db);
}
