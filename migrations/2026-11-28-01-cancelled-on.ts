import { sql, type Kysely } from "kysely";

/** The London day from which a cancelled booking counts as cancelled: 14 days later its money is paid back. Earlier
 * cancellations have the day of their entry in the history. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("bookings").addColumn("cancelled_on", "text").execute();
  await sql`
    update bookings set cancelled_on = coalesce((
      select substr(max(a.at), 1, 10) from audit_log a
      where a.subject_kind = 'booking' and a.subject_id = bookings.id and a.action = 'booking.status-changed'
    ), substr(updated_at, 1, 10))
    where status = 'cancelled'
  `.execute(db);
}
