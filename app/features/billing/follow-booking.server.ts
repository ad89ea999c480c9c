import type { Deps } from "#app/deps.server.ts";
import { afterCommit } from "#app/platform/database.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  enqueueInvoice,
  invoiceKey,
  invoiceMailKey,
} from "#app/features/booking/money/enqueue-invoice.server.ts";
import { CANCEL_WORDS, type CancelCode } from "#app/features/outbox/cancel-codes.ts";
import { invoiceKind, INVOICE_TOPICS } from "#app/features/booking/money/payment-terms.ts";

/** A job cancelled for one of these is queued again when the booking needs an invoice again. */
const PASSING: CancelCode[] = ["nothing-to-invoice", "booking-cancelled"];

/** Queues, changes or cancels the invoice of a changed or reopened booking, in its transaction, and queues the mail
 * about it again. Leaves alone an invoice that was made, and a job that staff cancelled. */
export async function followBooking(deps: Deps, booking: BookingRow): Promise<void> {
  const kind = invoiceKind(booking, deps.settings.current().invoices);
  const now = deps.clock.now().toISOString();
  const job = deps.db.updateTable("outbox").where("dedupe_key", "=", invoiceKey(booking.id));
  if (kind === null) {
    await job
      .where("state", "in", ["queued", "failed"])
      .set({
        state: "cancelled",
        finished_at: now,
        cancel_code: "nothing-to-invoice",
        last_error: CANCEL_WORDS["nothing-to-invoice"],
      })
      .execute();
    return;
  }
  await job
    .where("state", "in", ["queued", "leased", "failed"])
    .set({ topic: INVOICE_TOPICS[kind] })
    .execute();
  afterCommit(deps.db, deps.jobs.wake);
  await job
    .where("state", "=", "cancelled")
    // Null: a copy of the former release cancelled it during an upgrade. To lose an invoice would be worse.
    .where((eb) => eb.or([eb("cancel_code", "in", PASSING), eb("cancel_code", "is", null)]))
    .set({
      state: "queued",
      topic: INVOICE_TOPICS[kind],
      created_at: now,
      next_attempt_at: now,
      finished_at: null,
      cancel_code: null,
    })
    .execute();
  await deps.db
    .updateTable("outbox")
    .where("dedupe_key", "=", invoiceMailKey(booking.id))
    .where("state", "=", "cancelled")
    .where((eb) => eb.or([eb("cancel_code", "=", "booking-cancelled"), eb("cancel_code", "is", null)]))
    .set({ state: "queued", next_attempt_at: now, finished_at: null, cancel_code: null })
    .execute();
  await enqueueInvoice(deps, booking);
}
