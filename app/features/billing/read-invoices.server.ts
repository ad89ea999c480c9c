import type { Deps } from "#app/deps.server.ts";
import { BY_SYSTEM, recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBookingForJob } from "#app/features/booking/record/find-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import type { InvoiceReading } from "#app/integrations/accounting/accounting.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { addDays, formatTime, londonDate } from "#app/platform/dates.ts";
import { factsOf, invoiceTask, toBookingInvoice } from "./invoice-state.server.ts";
import { changesThere, dueDayOf, openPence, standingOf, standingPence } from "./invoice-standing.ts";
import type { InvoiceRow } from "./tables.ts";
import type { Selectable } from "kysely";

type Invoice = Selectable<InvoiceRow>;

/** One call takes no more. */
const INVOICES_AT_ONCE = 50;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After a call that failed, or a process that was killed during one. */
const AGAIN_MS = HOUR_MS / 6;
const HOURLY_FOR_DAYS = 180;
/** A payment may be taken back for so long after the invoice was settled. */
const SETTLED_FOR_DAYS = 60;
/** No reminder goes out at night. */
const REMINDERS_FROM = "09:00";

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** The batch that was not read for the longest time. It is due again in ten minutes unless it was read by then, so that
 * no other process reads it as well. */
async function claimDue({ db, clock }: Pick<Deps, "db" | "clock">): Promise<Invoice[]> {
  const now = clock.now();
  const due = db
    .selectFrom("invoices")
    .select("id")
    .where("next_read_at", "<=", now.toISOString())
    .orderBy("next_read_at")
    .orderBy("id")
    .limit(INVOICES_AT_ONCE);
  return db
    .updateTable("invoices")
    .set({ next_read_at: later(now, AGAIN_MS) })
    .where("id", "in", due)
    .where("next_read_at", "<=", now.toISOString())
    .returningAll()
    .execute();
}

/** Open invoices every ten minutes on their first day, then hourly, daily once they are half a year old; settled ones
 * daily for two months, then no more. */
function nextReadAt(invoice: Invoice, now: Date): string | null {
  const today = londonDate(now);
  const isOpen = ["due", "overdue", "on-hold"].includes(standingOf(factsOf(invoice), today));
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

async function mailReceipt(trx: Executor, deps: Deps, booking: BookingRow, invoice: Invoice): Promise<void> {
  await enqueueMail(trx, deps, {
    topic: "invoice-paid",
    to: booking.referrer_email,
    bookingId: booking.id,
    dedupeKey: `invoice-paid:${booking.id}`,
    payload: {
      number: invoice.number,
      amountPence: standingPence(factsOf(invoice)),
      paidOn: invoice.paid_on,
    },
  });
}

/** The latest of the practice's reminders that is due, once; none for an invoice that does not fit its booking. */
async function mailReminder(trx: Executor, deps: Deps, booking: BookingRow, invoice: Invoice): Promise<void> {
  const now = deps.clock.now();
  const facts = factsOf(invoice);
  const isWanted =
    standingOf(facts, londonDate(now)) === "overdue" &&
    openPence(facts) > 0 &&
    booking.status !== "cancelled" &&
    invoiceTask(booking, toBookingInvoice(invoice)) === null;
  if (!isWanted || formatTime(now.toISOString()) < REMINDERS_FROM) return;
  const dueOn = dueDayOf(facts);
  const days = deps.settings
    .current()
    .rules.invoiceReminderDays.filter((day) => addDays(dueOn, day) <= londonDate(now));
  if (days.length === 0) return;
  await enqueueMail(trx, deps, {
    topic: "invoice-reminder",
    to: booking.referrer_email,
    bookingId: booking.id,
    dedupeKey: `invoice-reminder:${booking.id}:${dueOn}:${Math.max(...days)}`,
    payload: { number: invoice.number, openPence: openPence(facts), dueOn },
  });
}

/** Stores what Xero says of one invoice, with history and mails; the booking and the invoice there
 * are never changed. */
async function store(deps: Deps, before: Invoice, reading: InvoiceReading): Promise<void> {
  const now = deps.clock.now();
  const today = londonDate(now);
  const { id, booking_id, ...read } = withReading(before, reading, now);
  await transact(deps.db, async (trx) => {
    await trx.updateTable("invoices").set(read).where("id", "=", id).execute();
    const after = { id, booking_id, ...read };
    const isNowPaid = isPaid(after, today) && !isPaid(before, today);
    const audit = (action: string, note: string) =>
      recordAudit(trx, deps, BY_SYSTEM, action, ["booking", booking_id], { note });
    const changes = changesThere(factsOf(after)).join(" ");
    if (isNowPaid) await audit("invoice.paid", "");
    if (changes !== changesThere(factsOf(before)).join(" "))
      await audit("invoice.changed-there", changes || "It is as it was made again.");
    const booking = await findBookingForJob(trx, booking_id);
    if (!booking || isErased(booking)) return;
    if (isNowPaid) await mailReceipt(trx, deps, booking, after);
    await mailReminder(trx, deps, booking, after);
  });
}

async function readBatch(deps: Deps, invoices: Invoice[]): Promise<void> {
  const readings = await deps.accounting!.readInvoices(invoices.map(({ vendor_id }) => vendor_id));
  const byId = new Map(readings.map((reading) => [reading.vendorId, reading]));
  for (const invoice of invoices) {
    const reading = byId.get(invoice.vendor_id);
    if (reading) await store(deps, invoice, reading);
  }
  const missing = invoices.filter(({ vendor_id }) => !byId.has(vendor_id)).map(({ id }) => id);
  if (missing.length === 0) return;
  deps.log.warn("invoices not found in Xero", { count: missing.length });
  const next_read_at = later(deps.clock.now(), DAY_MS);
  await deps.db.updateTable("invoices").set({ next_read_at }).where("id", "in", missing).execute();
}

/** Reads every invoice that is due to be read, fifty a call. Stops quietly while Xero fails: they stay due. Returns how
 * many were read. */
export async function readDueInvoices(deps: Deps, isOver = () => false): Promise<number> {
  let count = 0;
  while (deps.accounting && (deps.accounting.pausedMs?.() ?? 0) === 0 && !isOver()) {
    const batch = await claimDue(deps);
    if (batch.length === 0) break;
    try {
      await readBatch(deps, batch);
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      deps.log.warn("invoices not read", { error: error.name, count: batch.length });
      break;
    }
    count += batch.length;
  }
  return count;
}

/** Reads one booking's invoice now. Throws `DeliveryError`; false when there is none. */
export async function readInvoiceNow(deps: Deps, bookingId: string): Promise<boolean> {
  const invoice = await deps.db
    .selectFrom("invoices")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();
  if (!invoice || !deps.accounting) return false;
  await readBatch(deps, [invoice]);
  return true;
}
