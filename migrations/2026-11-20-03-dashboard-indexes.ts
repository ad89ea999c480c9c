import { sql, type Kysely } from "kysely";

/** What keeps the staff dashboard's lists, searches and totals cheap, however many bookings there are. */
export async function up(db: Kysely<never>): Promise<void> {
  const index = (name: string) => db.schema.createIndex(name).on("bookings");
  await index("bookings_by_total").columns(["total_pence", "created_at", "id"]).execute();
  await index("bookings_by_email").columns(["referrer_email_key", "created_at", "id"]).execute();
  await db.schema.dropIndex("bookings_referrer").execute();
  await index("bookings_by_client")
    .expression(sql`lower(coalesce(client_last_name, '')), created_at, id`)
    .execute();
  await index("bookings_status_totals").columns(["status", "total_pence"]).execute();
  await index("bookings_created_totals").columns(["created_at", "total_pence"]).execute();
  await index("bookings_search")
    .columns([
      "created_at",
      "id",
      "status",
      "reference",
      "referrer_email_key",
      "referrer_first_name",
      "referrer_last_name",
      "client_first_name",
      "client_last_name",
    ])
    .execute();
}
