import type { Executor } from "#app/platform/database.server.ts";
import type { InvoiceRow } from "./tables.ts";

export type BookingInvoice = {
  kind: InvoiceRow["kind"];
  number: string | null;
  onlineUrl: string | null;
  amountPence: number;
  /** London days. */
  issuedOn: string;
  dueOn: string;
};

/** The invoice of a booking that the caller may see; null when there is none. */
export async function findInvoice(deps: { db: Executor }, bookingId: string): Promise<BookingInvoice | null> {
  const row = await deps.db
    .selectFrom("invoices")
    .select([
      "kind",
      "number",
      "online_url as onlineUrl",
      "amount_pence as amountPence",
      "issued_on as issuedOn",
      "due_on as dueOn",
    ])
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();
  return row ?? null;
}
