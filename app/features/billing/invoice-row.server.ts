import type { Executor } from "#app/platform/database.server.ts";

/** The row of a booking's invoice. */
export const invoiceRow = (db: Executor, bookingId: string) =>
  db.selectFrom("invoices").selectAll().where("booking_id", "=", bookingId).executeTakeFirst();

/** The columns of a new row that its maker has not said yet. */
export const NOT_READ = {
  vendor_total_pence: null,
  vendor_due_on: null,
  paid_pence: null,
  credited_pence: null,
  paid_on: null,
  read_at: null,
};
