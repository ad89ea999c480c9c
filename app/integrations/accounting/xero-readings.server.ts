import type { Invoice as XeroInvoice } from "xero-node";
import type { InvoiceReading, VendorStatus } from "./accounting.ts";
import type { XeroCall } from "./xero-calls.server.ts";
import { XeroFailure } from "./xero-errors.ts";

/** A custom connection belongs to one organisation: Xero wants the tenant header empty. */
const TENANT = "";

const STATUSES: Readonly<Record<string, VendorStatus>> = {
  DRAFT: "draft",
  SUBMITTED: "submitted",
  AUTHORISED: "authorised",
  PAID: "paid",
  VOIDED: "voided",
  DELETED: "deleted",
};

/** Xero writes a day as `/Date(1808179200000+0000)/`, of which xero-node makes a `Date` although its type says text. */
function dayOf(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, 10);
  const [day] = /^\d{4}-\d\d-\d\d/.exec(String(value ?? "")) ?? [];
  return day ?? null;
}

const pence = (pounds: number | undefined) => Math.round((pounds ?? 0) * 100);

function readingOf(invoice: XeroInvoice): InvoiceReading | null {
  const status = STATUSES[String(invoice.status)];
  if (!invoice.invoiceID || !status) return null;
  return {
    vendorId: invoice.invoiceID,
    number: invoice.invoiceNumber ?? null,
    status,
    totalPence: invoice.total === undefined ? null : pence(invoice.total),
    paidPence: pence(invoice.amountPaid),
    creditedPence: pence(invoice.amountCredited),
    dueOn: dayOf(invoice.dueDate),
    paidOn: dayOf(invoice.fullyPaidOnDate),
  };
}

/** Throws `XeroFailure`, also for an answer without a list. */
export async function readInvoices(call: XeroCall, vendorIds: string[]): Promise<InvoiceReading[]> {
  const none = undefined;
  const { invoices } = await call((api) => api.getInvoices(TENANT, none, none, none, vendorIds));
  if (!invoices) throw new XeroFailure();
  return invoices.map(readingOf).filter((reading) => reading !== null);
}
