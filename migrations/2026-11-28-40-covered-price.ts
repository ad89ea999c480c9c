import { sql, type Kysely } from "kysely";

/** Pence of a booking's price that invoices have, or of which staff said that they need none: completed bookings whose
 * price is more are to be invoiced. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("bookings")
    .addColumn("covered_pence", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update bookings set covered_pence = (
      select case
        when i.maker = 'xero' or i.accepted_wanted_pence is not null then bookings.total_pence
        else coalesce(i.vendor_total_pence, i.amount_pence) - coalesce(i.credited_pence, 0) - coalesce((
          select sum(c.pence) from charges c where c.booking_id = bookings.id and c.document_id is not null
        ), 0)
      end
      from invoices i where i.booking_id = bookings.id
    )
    where exists (select 1 from invoices i where i.booking_id = bookings.id)
  `.execute(db);
  await db.schema
    .createIndex("bookings_to_invoice")
    .on("bookings")
    .columns(["updated_at", "id"])
    .where(sql<boolean>`status = 'completed' and total_pence > covered_pence`)
    .execute();
}
