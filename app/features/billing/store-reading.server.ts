import type { AuditAction } from "#app/features/audit/history-words.ts";
import type { Selectable } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { BY_SYSTEM, recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { mailReferrer } from "#app/features/outbox/enqueue-mail.server.ts";
import type { InvoiceReading } from "#app/integrations/accounting/accounting.ts";
import { addDays, formatTime, londonDate } from "#app/platform/dates.ts";
import { chargeSums } from "#app/features/charges/charge-rows.server.ts";
import { comparedOf, dueTask, factsOf, invoiceTask } from "./invoice-state.server.ts";
import { whyNotRemind } from "./dispute-invoice.server.ts";
import { bookingDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { changesThere, dueDayOf, openPence, standingOf, standingPence } from "./invoice-standing.ts";
import type { InvoiceRow } from "./tables.ts";

export type Invoice = Selectable<InvoiceRow>;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** After a call that failed, or a process that was killed during one. */
export const AGAIN_MS = HOUR_MS / 6;
const HOURLY_FOR_DAYS = 180;
/** A payment may be taken back for so long after the invoice was settled. */
const SETTLED_FOR_DAYS = 60;
/** No reminder goes out at night. */
const REMINDERS_FROM = "09:00";

export const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** Open invoices every ten minutes on their first day, then hourly, daily once they are half a year old; settled ones
 * daily for two months, then no more. */
function nextReadAt(invoice: Invoice, now: Date): string | null {
  const today = londonDate(now);
  const isOpen = ["due", "overdue", "on-its-way", "on-hold"].includes(standingOf(factsOf(invoice), today));
  if (isOpen) {
    const isOld = invoice.issued_on < addDays(today, -HOURLY_FOR_DAYS);
    return later(now, isOld ? DAY_MS : invoice.issued_on === today ? AGAIN_MS : HOUR_MS);
  }
  const settledOn = invoice.paid_on ?? invoice.issued_on;
  return settledOn < addDays(today, -SETTLED_FOR_DAYS) ? null : later(now, DAY_MS);
}

function withReading(invoice: Invoice, reading: InvoiceReading, now: Date): Invoice {
  const read: Invoice = {
    ...invoice,
    number: reading.number ?? invoice.number,
    vendor_status: reading.status,
    vendor_total_pence: reading.totalPence,
    vendor_due_on: reading.dueOn,
    paid_pence: reading.paidPence,
    credited_pence: reading.creditedPence,
    paid_on: reading.paidOn,
    read_at: now.toISOString(),
  };
  return { ...read, next_read_at: nextReadAt(read, now) };
}

const isPaid = (invoice: Invoice, today: string) => standingOf(factsOf(invoice), today) === "paid";

async function mailReceipt(deps: Deps, booking: BookingRow, invoice: Invoice): Promise<void> {
  // In Xero a booking has one invoice; of our own, each new one that is paid has a receipt.
  const key = invoice.maker === "own" ? `${booking.id}:${invoice.vendor_id}` : booking.id;
  await mailReferrer(deps, booking, ["invoice-paid", key], {
    number: invoice.number,
    amountPence: standingPence(factsOf(invoice)),
    paidOn: invoice.paid_on,
  });
}

/** The latest of the practice's reminders that is due, once; none for an invoice that does not fit its booking. */
async function mailReminder(deps: Deps, booking: BookingRow, invoice: Invoice): Promise<void> {
  const now = deps.clock.now();
  const charges = await chargeSums({ db: deps.db }, [booking.id]);
  const { status, cancelled_on, updated_at } = booking;
  const compared = comparedOf({ ...invoice, status, cancelled_on, updated_at }, charges.get(booking.id));
  const isWanted =
    standingOf(compared, londonDate(now)) === "overdue" && invoiceTask(booking, compared) === null;
  if (!isWanted || formatTime(now.toISOString()) < REMINDERS_FROM) return;
  if ((await whyNotRemind(deps.db, booking)) !== null) return;
  const day = await bookingDayOf(deps, booking);
  if (dueTask(booking, compared, day) !== null) return;
  const dueOn = dueDayOf(compared);
  const { invoiceReminderDays } = deps.settings.current().rules;
  const days = invoiceReminderDays.filter((day) => addDays(dueOn, day) <= londonDate(now));
  if (days.length === 0) return;
  const key = `${booking.id}:${dueOn}:${Math.max(...days)}`;
  const facts = { number: invoice.number, openPence: openPence(compared), dueOn };
  await mailReferrer(deps, booking, ["invoice-reminder", key], facts);
}

/** Stores what its maker says of one invoice, with history and mails, in a transaction. The booking, and an invoice in
 * Xero, are never changed. */
export async function storeReading(deps: Deps, before: Invoice, reading: InvoiceReading): Promise<void> {
  const now = deps.clock.now();
  const today = londonDate(now);
  const { id, booking_id, ...read } = withReading(before, reading, now);
  await deps.db.updateTable("invoices").set(read).where("id", "=", id).execute();
  const after = { id, booking_id, ...read };
  const isNowPaid = isPaid(after, today) && !isPaid(before, today);
  const audit = (action: AuditAction, note: string) =>
    recordAudit(deps, BY_SYSTEM, action, ["booking", booking_id], { note });
  const changes = changesThere(factsOf(after)).join(" ");
  if (isNowPaid) await audit(after.maker === "own" ? "invoice.settled" : "invoice.paid", "");
  if (after.maker === "xero" && changes !== changesThere(factsOf(before)).join(" "))
    await audit("invoice.changed-there", changes || "It is as it was made again.");
  const booking = await findBooking(deps.db, booking_id);
  if (!booking || isErased(booking)) return;
  if (isNowPaid) await mailReceipt(deps, booking, after);
  await mailReminder(deps, booking, after);
}
