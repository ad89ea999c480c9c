import type { Deps } from "./deps.server.ts";
import { invoiceHandler } from "#app/features/billing/make-invoice.server.ts";
import { bookingReferences } from "#app/features/booking/record/find-booking.server.ts";
import { mailHandler } from "./features/mail/mail-handler.server.ts";

/** Registers what runs the outbox's jobs. Call it once, before a worker or the server starts. */
export function registerJobHandlers(deps: Deps): void {
  deps.jobs.handlers = [mailHandler(deps), invoiceHandler(deps)];
  deps.jobs.referencesOf = (bookingIds) => bookingReferences(deps.db, bookingIds);
}
