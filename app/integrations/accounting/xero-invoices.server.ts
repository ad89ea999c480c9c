import type { Invoice as XeroInvoice } from "xero-node";
import { toPounds } from "#app/platform/money.ts";
import type { InvoiceRequest } from "./accounting.ts";
import { XeroCallError, type XeroCalls } from "./xero-calls.server.ts";
import { findOrMakeContact } from "./xero-contacts.server.ts";
import { isAmbiguous } from "./xero-errors.ts";
import { keyFor, quoted, TENANT } from "./xero-request.ts";

export type LineOptions = { accountCode: string; taxType: string };

const LIVE_STATUSES = ["DRAFT", "SUBMITTED", "AUTHORISED", "PAID"];

type MadeInvoice = { id: string; number: string | null; amountPence: number | null };

function toMadeInvoice(invoice: XeroInvoice | undefined): MadeInvoice | null {
  if (!invoice?.invoiceID) return null;
  const { invoiceID: id, invoiceNumber: number = null, total } = invoice;
  return { id, number, amountPence: total === undefined ? null : Math.round(total * 100) };
}

/** The invoice with a booking's reference, unless voided or deleted; null when there is none. */
export async function findMadeInvoice(
  xero: XeroCalls,
  reference: string,
  signal?: AbortSignal,
): Promise<MadeInvoice | null> {
  const where = `Type=="ACCREC" AND Reference==${quoted(reference)}`;
  const none = undefined;
  const body = await xero.call(
    (api) => api.getInvoices(TENANT, none, where, none, none, none, none, LIVE_STATUSES),
    signal,
  );
  return toMadeInvoice(body.invoices?.find((invoice) => invoice.reference === reference));
}

function toXeroInvoice(request: InvoiceRequest, contactID: string, options: LineOptions): XeroInvoice {
  return {
    type: "ACCREC",
    contact: { contactID },
    date: request.issuedOn,
    dueDate: request.dueOn,
    lineAmountTypes: "Inclusive",
    reference: request.bookingReference,
    currencyCode: "GBP",
    status: "AUTHORISED",
    lineItems: request.lines.map((line) => ({
      description: line.description,
      quantity: 1,
      unitAmount: toPounds(line.pence),
      accountCode: options.accountCode,
      taxType: options.taxType,
    })),
  } as unknown as XeroInvoice;
}

/** Makes the invoice. Without a clear answer (timeout, 5xx) it is looked for before the failure counts. */
export async function makeInvoice(
  xero: XeroCalls,
  request: InvoiceRequest,
  options: LineOptions,
  signal?: AbortSignal,
): Promise<MadeInvoice> {
  const contactId = await findOrMakeContact(xero, request, signal);
  const invoices = { invoices: [toXeroInvoice(request, contactId, options)] };
  const key = keyFor(request, "invoice");
  try {
    const body = await xero.call((api) => api.createInvoices(TENANT, invoices, true, undefined, key), signal);
    const made = toMadeInvoice(body.invoices?.[0]);
    if (made) return made;
    throw new XeroCallError({ status: 0, retryAfter: null, messages: [] });
  } catch (error) {
    if (!(error instanceof XeroCallError) || !isAmbiguous(error.failure)) throw error;
    const found = await findMadeInvoice(xero, request.bookingReference, signal).catch(() => null);
    if (found) return found;
    throw error;
  }
}

export async function onlineUrl(
  xero: XeroCalls,
  invoiceId: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const body = await xero.call((api) => api.getOnlineInvoice(TENANT, invoiceId), signal);
  return body.onlineInvoices?.[0]?.onlineInvoiceUrl ?? null;
}
