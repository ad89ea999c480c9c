import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  BOOKING_CANCELLED,
  enqueueInvoice,
  invoiceKey,
  invoiceMailKey,
} from "#app/features/booking/money/enqueue-invoice.server.ts";
import { invoiceKind, INVOICE_TOPICS } from "#app/features/booking/money/payment-terms.ts";

const NOTHING_TO_INVOICE = "The booking was changed, and calls for no invoice now.";
/** A job cancelled for one of these is queued again when the booking needs an invoice again. */
const PASSING_REASONS = [NOTHING_TO_INVOICE, BOOKING_CANCELLED];

/** Queues, changes or cancels the invoice of a changed or reopened booking, in its transaction, and queues the mail about it
 * again; call `deps.jobs.wake()` after the commit. Leaves alone an invoice that was made, and a job that staff cancelled. */
export async function followBooking(executor: Executor, deps: Deps, booking: BookingRow): Promise<void> {
  const kind = invoiceKind(booking, { hasDeposits: deps.env.DEPOSIT_INVOICES === "on" });
  const now = deps.clock.now().toISOString();
  const job = executor.updateTable("outbox").where("dedupe_key", "=", invoiceKey(booking.id));
  if (kind === null) {
    await job
      .where("state", "in", ["queued", "failed"])
      .set({ state: "cancelled", finished_at: now, last_error: NOTHING_TO_INVOICE })
      .execute();
    return;
  }
  await job
    .where("state", "in", ["queued", "leased", "failed"])
    .set({ topic: INVOICE_TOPICS[kind] })
    .execute();
  await job
    .where("state", "=", "cancelled")
    .where("last_error", "in", PASSING_REASONS)
    .set({
      state: "queued",
      topic: INVOICE_TOPICS[kind],
      created_at: now,
      next_attempt_at: now,
      finished_at: null,
    })
    .execute();
  await executor
    .updateTable("outbox")
    .where("dedupe_key", "=", invoiceMailKey(booking.id))
    .where("state", "=", "cancelled")
    .where("last_error", "=", BOOKING_CANCELLED)
    .set({ state: "queued", next_attempt_at: now, finished_at: null })
    .execute();
  await enqueueInvoice(executor, deps, booking);
}
