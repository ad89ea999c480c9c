import { sql, type Kysely } from "kysely";

/** Staff answer the request that they saw: its version rises when the referrer changes it. Requests that outlived their
 * booking end with it. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("booking_requests")
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await sql`update booking_requests set answered_as = 'ended',
    answered_at = (select updated_at from bookings where bookings.id = booking_requests.booking_id)
    where answered_at is null and booking_id in
      (select id from bookings where status in ('cancelled', 'completed'))`.execute(db);
}
