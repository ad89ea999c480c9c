import type { ExpressionBuilder, Selectable } from "kysely";
import type { IsoDate } from "#app/platform/dates.ts";
import { standingPence, type InvoiceFacts } from "./invoice-standing.ts";
import type { InvoiceRow } from "./tables.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Tables } from "#app/platform/tables.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { depositPence, invoiceKind } from "#app/features/booking/money/payment-terms.ts";

/** The facts in an invoice's row. */
export function factsOf(row: Omit<Selectable<InvoiceRow>, "id" | "booking_id">): InvoiceFacts {
  return {
    amountPence: row.amount_pence,
    dueOn: row.due_on,
    vendorStatus: row.vendor_status,
    vendorTotalPence: row.vendor_total_pence,
    vendorDueOn: row.vendor_due_on,
    paidPence: row.paid_pence,
    creditedPence: row.credited_pence,
    paidOn: row.paid_on,
  };
}

export const toBookingInvoice = (row: Selectable<InvoiceRow>) => ({
  kind: row.kind,
  number: row.number,
  onlineUrl: row.online_url,
  issuedOn: row.issued_on,
  readAt: row.read_at,
  accepted: { wantedPence: row.accepted_wanted_pence, standingPence: row.accepted_standing_pence },
  ...factsOf(row),
});

export type BookingInvoice = ReturnType<typeof toBookingInvoice>;

/** The invoices of bookings that the caller may see, by booking id. */
export async function invoicesByBooking({ db }: { db: Executor }, bookingIds: string[]) {
  if (bookingIds.length === 0) return new Map<string, BookingInvoice>();
  const rows = await db.selectFrom("invoices").selectAll().where("booking_id", "in", bookingIds).execute();
  return new Map(rows.map((row) => [row.booking_id, toBookingInvoice(row)]));
}

/** The invoice of a booking that the caller may see; null when there is none. Its days are London's. */
export async function findInvoice(deps: { db: Executor }, bookingId: string): Promise<BookingInvoice | null> {
  return (await invoicesByBooking(deps, [bookingId])).get(bookingId) ?? null;
}

/** Bookings with an overdue invoice, as a query. `today` is the day in London. */
export function overdueBookingIds(eb: ExpressionBuilder<Tables, "bookings">, today: IsoDate) {
  return eb
    .selectFrom("invoices")
    .select("invoices.booking_id")
    .where("invoices.vendor_status", "=", "authorised")
    .where((invoice) =>
      invoice(invoice.fn.coalesce("invoices.vendor_due_on", "invoices.due_on"), "<", today),
    );
}

/** Overdue invoices of bookings that were not cancelled, the oldest first, with the ids of their bookings; at most
 * `limit`. `today` is the day in London. */
export async function overdueInvoices({ db }: { db: Executor }, today: IsoDate, limit: number) {
  const rows = await db
    .selectFrom("invoices")
    .selectAll()
    .where("vendor_status", "=", "authorised")
    .where((eb) => eb(eb.fn.coalesce("vendor_due_on", "due_on"), "<", today))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("bookings")
          .select("bookings.id")
          .whereRef("bookings.id", "=", "invoices.booking_id")
          .where("bookings.status", "!=", "cancelled"),
      ),
    )
    .orderBy((eb) => eb.fn.coalesce("vendor_due_on", "due_on"))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ bookingId: row.booking_id, invoice: toBookingInvoice(row) }));
}

/** Pence that should be invoiced now; 0 for a cancelled or unpriced booking, or another kind of invoice. */
function calledFor(booking: BookingRow, kind: BookingInvoice["kind"]): number {
  const isWanted = booking.status !== "cancelled" && invoiceKind(booking, { hasDeposits: true }) === kind;
  if (!isWanted) return 0;
  return kind === "deposit"
    ? depositPence(booking.total_pence, booking.deposit_percent)
    : booking.total_pence;
}

type ComparedInvoice = InvoiceFacts & Pick<BookingInvoice, "kind" | "number" | "accepted">;

/** The amounts of a booking and of its invoice, which differ. */
export type InvoiceDifference = { wantedPence: number; standingPence: number; isAccepted: boolean };

/** Null while booking and invoice agree, by whosever hand. Staff may accept a difference: until one of the two
 * changes. */
export function invoiceDifference(booking: BookingRow, invoice: ComparedInvoice): InvoiceDifference | null {
  const { accepted, kind } = invoice;
  const [wanted, standing] = [calledFor(booking, kind), standingPence(invoice)];
  if (wanted === standing) return null;
  const isAccepted = accepted.wantedPence === wanted && accepted.standingPence === standing;
  return { wantedPence: wanted, standingPence: standing, isAccepted };
}

/** The task for staff about an invoice whose booking changed; null while they agree, or staff accepted that they
 * differ. The service never changes an invoice (docs/decisions/0016). */
export function invoiceTask(booking: BookingRow, invoice: ComparedInvoice): string | null {
  const found = invoiceDifference(booking, invoice);
  if (!found || found.isAccepted) return null;
  const { wantedPence: wanted, standingPence: standing } = found;
  const name = invoice.number
    ? `Invoice ${invoice.number}`
    : `The invoice with the reference ${booking.reference}`;
  if (standing === 0) {
    return `${name} was voided or credited in Xero, but the booking now needs ${formatPoundsAndPence(wanted)}. In Xero, make a new one under the reference ${booking.reference}.`;
  }
  const made = `${name} ${standing === invoice.amountPence ? "was made" : "is now"} for ${formatPoundsAndPence(standing)}`;
  if (wanted === 0) {
    return `${made}, but the booking no longer needs it. In Xero, void it, or make a credit note if it was paid.`;
  }
  const difference = wanted - standing;
  const deed = difference > 0 ? "invoice the difference" : "make a credit note for the difference";
  return `${made}, but the booking now needs ${formatPoundsAndPence(wanted)}. In Xero, ${deed} of ${formatPoundsAndPence(Math.abs(difference))} under the reference ${booking.reference}, or void it and make a new one.`;
}
