import type { Executor } from "#app/platform/database.server.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { depositPence, invoiceKind } from "#app/features/booking/money/payment-terms.ts";

/** The invoice of a booking that the caller may see; null when there is none. Its days are London's. */
export async function findInvoice({ db }: { db: Executor }, bookingId: string) {
  const row = await db
    .selectFrom("invoices")
    .select(["kind", "number", "online_url as onlineUrl", "amount_pence as amountPence"])
    .select(["issued_on as issuedOn", "due_on as dueOn"])
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();
  return row ?? null;
}

export type BookingInvoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

/** Pence that should be invoiced now; 0 for a cancelled or unpriced booking, or another kind of invoice. */
function calledFor(booking: BookingRow, kind: BookingInvoice["kind"]): number {
  const isWanted = booking.status !== "cancelled" && invoiceKind(booking, { hasDeposits: true }) === kind;
  if (!isWanted) return 0;
  return kind === "deposit"
    ? depositPence(booking.total_pence, booking.deposit_percent)
    : booking.total_pence;
}

/** The task for staff about an invoice whose booking changed; null while they agree. The service never changes
 * an invoice (docs/decisions/0016). */
export function invoiceTask(booking: BookingRow, invoice: BookingInvoice): string | null {
  const wanted = calledFor(booking, invoice.kind);
  if (wanted === invoice.amountPence) return null;
  const name = invoice.number
    ? `Invoice ${invoice.number}`
    : `The invoice with the reference ${booking.reference}`;
  const made = `${name} was made for ${formatPoundsAndPence(invoice.amountPence)}`;
  if (wanted === 0) {
    return `${made}, but the booking no longer needs it. In Xero, void it, or make a credit note if it was paid.`;
  }
  const difference = wanted - invoice.amountPence;
  const deed = difference > 0 ? "invoice the difference" : "make a credit note for the difference";
  return `${made}, but the booking now needs ${formatPoundsAndPence(wanted)}. In Xero, ${deed} of ${formatPoundsAndPence(Math.abs(difference))} under the reference ${booking.reference}, or void it and make a new one.`;
}
