import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { INVOICE_TOPICS, invoiceDueOn } from "#app/features/booking/money/payment-terms.ts";
import type { Deps } from "#app/deps.server.ts";
import { BY_SYSTEM, recordAudit } from "#app/features/audit/record-audit.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { givenBilling } from "#app/features/booking/fields/field-columns.server.ts";
import { invoiceContact, invoiceReference } from "#app/features/booking/money/billing.ts";
import { coverPrice, updateStaffFields } from "#app/features/booking/record/write-booking.server.ts";
import { bookingLines } from "#app/features/booking/record/queries.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import type { JobResult, JobHandler } from "#app/features/outbox/jobs.ts";
import type { Invoice, InvoiceRequest } from "#app/integrations/accounting/accounting.ts";
import { listOn } from "#app/features/settings/offer.ts";
import { londonDate } from "#app/platform/dates.ts";
import { invoiceMailKey } from "#app/features/booking/money/enqueue-invoice.server.ts";
import { invoiceRow, NOT_READ } from "./invoice-row.server.ts";
import { invoiceLines } from "./invoice-lines.ts";
import { accountingNow, accountingOf, makerNow } from "./makers.server.ts";
import { rateAt, taxPoint } from "./own/content.ts";
import { assessmentDay } from "./own/read-account.server.ts";
import type { InvoiceRow, Maker } from "./tables.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { transact } from "#app/platform/database.server.ts";

/** Well inside a lease, so that two workers never make the same invoice at once. */
const WHOLE_JOB_MS = 45_000;

/** Whoever pays at once is told within minutes that it arrived. */
const FIRST_READ_MS = 10 * 60_000;

async function saveInvoice(
  deps: Deps,
  invoice: Invoice,
  booking: BookingRow,
  facts: Pick<InvoiceRow, "kind" | "amount_pence" | "issued_on" | "due_on"> & { maker: Maker },
): Promise<void> {
  await transact(deps, async (inside) => {
    const inserted = await inside.db
      .insertInto("invoices")
      .values({
        ...facts,
        ...NOT_READ,
        id: deps.ids.uuid(),
        booking_id: booking.id,
        vendor_id: invoice.vendorId,
        number: invoice.number,
        online_url: invoice.onlineUrl,
        next_read_at: new Date(deps.clock.now().getTime() + FIRST_READ_MS).toISOString(),
        created_at: deps.clock.now().toISOString(),
      })
      .onConflict((conflict) => conflict.column("booking_id").doNothing())
      .executeTakeFirst();
    const action = facts.maker === "own" ? "invoice.issued" : "invoice.created";
    if (inserted.numInsertedOrUpdatedRows === 1n)
      await recordAudit(inside, BY_SYSTEM, action, ["booking", booking.id]);
    if (facts.maker === "xero") await coverPrice(inside.db, booking.id, booking.total_pence);
    const current = await findBooking(inside.db, booking.id);
    // Erased while the invoice was made: a mail would store the address again.
    if (!current || isErased(current)) return;
    const [used, wanted] = [booking, current].map((one) => JSON.stringify(givenBilling(deps.secrets, one)));
    if (!invoice.isAsRequested || used !== wanted) {
      await updateStaffFields(inside.db, deps, booking.id, {
        billing_to_change_since: deps.clock.now().toISOString(),
      });
    }
    await enqueueMail(inside, {
      topic: "invoice-ready",
      to: current.referrer_email,
      bookingId: booking.id,
      dedupeKey: invoiceMailKey(booking.id),
      payload: {
        kind: facts.kind,
        number: invoice.number,
        amountPence: facts.amount_pence,
        dueOn: facts.due_on,
      },
    });
  });
}

/** The VAT rate of an invoice in Xero, which knows by itself whether the practice is registered: without a number here,
 * the price list counts. */
function vatRateOf({ settings }: Pick<Deps, "settings">, days: Parameters<typeof rateAt>[1]): number {
  const { company, prices } = settings.current();
  return company.vatNumber === ""
    ? listOn(prices, taxPoint(days)).vatRate
    : rateAt({ company, prices }, days);
}

/** Makes the invoice of a leased row's booking, once: it first looks for an earlier try's invoice by the booking's
 * reference, and every try has the same idempotency key. Throws `DeliveryError`. */
export async function makeInvoice(deps: Deps, row: OutboxRow): Promise<JobResult> {
  const booking = row.booking_id ? await findBooking(deps.db, row.booking_id) : null;
  if (!booking || isErased(booking)) return { state: "cancelled", code: "booking-gone" };
  if (booking.status === "cancelled") return { state: "cancelled", code: "booking-cancelled" };
  if (await isBookingRestricted(deps.db, booking)) return { state: "cancelled", code: "restricted" };
  const maker = makerNow(deps);
  const accounting = maker && accountingOf(deps, maker);
  if (!accounting) throw new Error("Nobody makes invoices");
  const existing = await invoiceRow(deps.db, booking.id);
  if (existing) return { state: "sent", vendorId: existing.vendor_id };

  const kind = row.topic === INVOICE_TOPICS.deposit ? "deposit" : "full";
  const namesAssessments = maker === "xero" || deps.settings.current().invoices.namesAssessments;
  const lines = invoiceLines(kind, booking, await bookingLines(deps.db, booking.id), { namesAssessments });
  // One made here has the day on which it is numbered, so that numbers and days run alike.
  const issuedOn = londonDate(maker === "own" ? deps.clock.now() : new Date(row.created_at));
  const suppliedOn = await assessmentDay(deps, booking);
  const dueOn = invoiceDueOn(kind, issuedOn, suppliedOn, booking.days_to_pay);
  const billing = givenBilling(deps.secrets, booking);
  const request: InvoiceRequest = {
    idempotencyKey: row.id,
    bookingReference: booking.reference,
    kind,
    lines,
    issuedOn,
    dueOn,
    reference: invoiceReference(booking.reference, billing),
    contact: invoiceContact(booking, billing),
    vatRate: vatRateOf(deps, { issuedOn, suppliedOn }),
    mayExist: row.attempts > 1 || row.last_error !== null,
  };
  const invoice = await accounting.createInvoice(request, AbortSignal.timeout(WHOLE_JOB_MS));
  await saveInvoice(deps, invoice, booking, {
    maker,
    kind,
    issued_on: issuedOn,
    due_on: dueOn,
    amount_pence: invoice.amountPence ?? lines.reduce((sum, line) => sum + line.pence, 0),
  });
  return { state: "sent", vendorId: invoice.vendorId };
}

const waitingWords = ({ settings }: Pick<Deps, "settings">) =>
  settings.current().invoices.maker === "xero"
    ? "Waits until Xero's keys are configured."
    : "Waits until Settings, Invoices, says who makes invoices.";

/** Makes invoices five at a time, as many as Xero takes: `makeInvoice` never makes one twice. */
export function invoiceHandler(deps: Deps): JobHandler {
  return {
    kind: "invoice",
    slots: 5,
    urgentTopics: [],
    retryMs: () => null,
    label: (topic) => (topic === INVOICE_TOPICS.deposit ? "Deposit invoice" : "Invoice"),
    get recipientWords() {
      return makerNow(deps) === "own" ? "Made here" : "Xero";
    },
    waitsFor: () => (accountingNow(deps) ? null : waitingWords(deps)),
    pausedMs: () => accountingNow(deps)?.pausedMs?.() ?? 0,
    run: (row) => makeInvoice(deps, row),
  };
}
