import type { Deps } from "#app/deps.server.ts";
import { enqueue } from "#app/features/outbox/enqueue.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { invoiceKind, INVOICE_TOPICS, type ToInvoice } from "./payment-terms.ts";

/** Key of the booking's one invoice job: a second job with it is refused. */
export const invoiceKey = (bookingId: string): string => `invoice:${bookingId}`;

/** Key of the one mail about the booking's invoice. */
export const invoiceMailKey = (bookingId: string): string => `invoice-ready:${bookingId}`;

/** Nothing is queued where there is nothing to invoice. */
export async function enqueueInvoice(deps: Deps, booking: ToInvoice & Pick<BookingRow, "id">): Promise<void> {
  const kind = invoiceKind(booking, deps.settings.current().invoices);
  if (!kind) return;
  await enqueue(deps, {
    kind: "invoice",
    topic: INVOICE_TOPICS[kind],
    dedupeKey: invoiceKey(booking.id),
    bookingId: booking.id,
    payload: {},
  });
}
