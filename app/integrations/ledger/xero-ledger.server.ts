import { createHash } from "node:crypto";
import type { Contact, Invoice as XeroInvoice } from "xero-node";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import type { Clock } from "#app/platform/clock.ts";
import { toPounds } from "#app/platform/money.ts";
import { createCallBudget } from "./call-budget.ts";
import type { Invoice, InvoiceRequest, Ledger } from "./ledger.ts";
import { createXeroCalls, XeroCallError, type XeroCalls } from "./xero-calls.server.ts";
import { isAmbiguous, toDeliveryError } from "./xero-errors.ts";
import { createXeroTokens } from "./xero-token.server.ts";

export type XeroOptions = {
  baseUrl: string | undefined;
  identityUrl: string | undefined;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** Revenue account and VAT rate of the invoice's lines, as the organisation names them. */
  accountCode: string;
  taxType: string;
  clock: Clock;
  /** For each call; 8 s when left out (DESIGN section 2). */
  deadlineMs?: number;
};

const DEADLINE_MS = 8000;

/** A custom connection belongs to one organisation: Xero wants the tenant header empty. */
const TENANT = "";
/** Contact, invoice and address, or a search and the address: an invoice is not begun without room for them. */
const CALLS_FOR_ONE = 4;

const LIVE_STATUSES = ["DRAFT", "SUBMITTED", "AUTHORISED", "PAID"];

/** A text as a value in Xero's `where` language. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;

/** Same request, same key; a request that was changed meanwhile gets another, as Xero demands. */
function keyFor(request: InvoiceRequest, purpose: string): string {
  const { mayExist: _mayExist, ...content } = request;
  const digest = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);
  return `${request.idempotencyKey}-${purpose}-${digest}`;
}

async function findInvoiceId(
  xero: XeroCalls,
  reference: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const where = `Type=="ACCREC" AND Reference==${quoted(reference)}`;
  const none = undefined;
  const body = await xero.call(
    (api) => api.getInvoices(TENANT, none, where, none, none, none, none, LIVE_STATUSES),
    signal,
  );
  return body.invoices?.find((invoice) => invoice.reference === reference)?.invoiceID ?? null;
}

async function findContact(xero: XeroCalls, email: string, signal?: AbortSignal): Promise<string | null> {
  const where = `EmailAddress==${quoted(email)}`;
  const body = await xero.call((api) => api.getContacts(TENANT, undefined, where), signal);
  return body.contacts?.find((contact) => contact.contactID)?.contactID ?? null;
}

async function makeContact(
  xero: XeroCalls,
  contact: Contact,
  key: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const body = await xero.call(
    (api) => api.createContacts(TENANT, { contacts: [contact] }, true, key),
    signal,
  );
  return body.contacts?.[0]?.contactID ?? null;
}

/** Xero's contact names are unique: a namesake's second contact carries the e-mail address in its name. */
async function findOrMakeContact(
  xero: XeroCalls,
  request: InvoiceRequest,
  signal?: AbortSignal,
): Promise<string> {
  const { name, email } = request.contact;
  const found = await findContact(xero, email, signal);
  if (found) return found;
  const make = (fullName: string, purpose: string) =>
    makeContact(xero, { name: fullName, emailAddress: email }, keyFor(request, purpose), signal);
  const made = await make(name, "contact").catch(async (error: unknown) => {
    const isNamesake =
      error instanceof XeroCallError &&
      error.failure.status === 400 &&
      error.failure.messages.some((message) => /already|unique/i.test(message));
    if (!isNamesake) throw error;
    return (await findContact(xero, email, signal)) ?? (await make(`${name} (${email})`, "namesake"));
  });
  if (!made) throw new DeliveryError("Xero gave no contact back.", { isPermanent: false });
  return made;
}

function toXeroInvoice(request: InvoiceRequest, contactID: string, options: XeroOptions): XeroInvoice {
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

/**
 * Makes the invoice. When no clear answer comes (cut off, timed out, 5xx) it may or may not exist: then it is looked
 * for by its reference, and only if it is not there the failure stands.
 */
async function makeInvoice(
  xero: XeroCalls,
  request: InvoiceRequest,
  options: XeroOptions,
  signal?: AbortSignal,
): Promise<string> {
  const contactId = await findOrMakeContact(xero, request, signal);
  const invoices = { invoices: [toXeroInvoice(request, contactId, options)] };
  const key = keyFor(request, "invoice");
  try {
    const body = await xero.call((api) => api.createInvoices(TENANT, invoices, true, undefined, key), signal);
    const id = body.invoices?.[0]?.invoiceID;
    if (id) return id;
    throw new XeroCallError({ status: 0, retryAfter: null, messages: [] });
  } catch (error) {
    if (!(error instanceof XeroCallError) || !isAmbiguous(error.failure)) throw error;
    const found = await findInvoiceId(xero, request.bookingReference, signal).catch(() => null);
    if (found) return found;
    throw error;
  }
}

/** Held back by the budget after the invoice was made: that was a try, and the next one looks for the invoice first. */
function asTried(error: unknown): never {
  if (!(error instanceof DeliveryError) || !error.isUntried) throw error;
  throw new DeliveryError(error.message, { isPermanent: false, retryAfterMs: error.retryAfterMs });
}

async function onlineUrl(xero: XeroCalls, invoiceId: string, signal?: AbortSignal): Promise<string | null> {
  const body = await xero.call((api) => api.getOnlineInvoice(TENANT, invoiceId), signal);
  return body.onlineInvoices?.[0]?.onlineInvoiceUrl ?? null;
}

/** Invoices in Xero, through its own client and a custom connection. Vendor types end here. */
export function createXeroLedger(options: XeroOptions): Ledger {
  const { clock } = options;
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const budget = createCallBudget(clock);
  const tokens = createXeroTokens({
    ...options,
    deadlineMs,
    identityUrl: options.identityUrl ?? "https://identity.xero.com",
  });
  const xero = createXeroCalls({
    baseUrl: options.baseUrl ?? "https://api.xero.com",
    tokens,
    budget,
    deadlineMs,
  });

  return {
    async createInvoice(request, signal): Promise<Invoice> {
      budget.requireRoom(CALLS_FOR_ONE);
      try {
        const found = request.mayExist ? await findInvoiceId(xero, request.bookingReference, signal) : null;
        const vendorId = found ?? (await makeInvoice(xero, request, options, signal));
        return { vendorId, onlineUrl: await onlineUrl(xero, vendorId, signal).catch(asTried) };
      } catch (error) {
        if (!(error instanceof XeroCallError)) throw error;
        throw toDeliveryError(error.failure, {
          now: clock.now(),
          personal: [request.contact.email, request.contact.name],
        });
      }
    },
  };
}
