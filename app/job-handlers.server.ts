import type { Deps } from "./deps.server.ts";
import { invoiceHandler } from "#app/features/billing/make-invoice.server.ts";
import { bookingsById } from "#app/features/booking/record/find-booking.server.ts";
import { clientName } from "#app/features/staff/dashboard/names.ts";
import { textHandler } from "#app/features/texts/text-handler.server.ts";
import { mailHandler } from "./features/mail/mail-handler.server.ts";

/** Registers what runs the outbox's jobs. Call it once, before a worker or the server starts. */
export function registerJobHandlers(deps: Deps): void {
  deps.jobs.handlers = [mailHandler(deps), invoiceHandler(deps), textHandler(deps)];
  deps.jobs.bookingsOf = async (ids) => {
    const bookings = await bookingsById(deps.db, ids);
    return new Map(bookings.map((row) => [row.id, { reference: row.reference, person: clientName(row) }]));
  };
}
