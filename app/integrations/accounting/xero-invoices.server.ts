import { createHash } from "node:crypto";
import type { Invoice as XeroInvoice } from "xero-node";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import type { Env } from "#app/platform/env.server.ts";
import { toPounds } from "#app/platform/money.ts";
import type { Invoice, InvoiceReading, InvoiceRequest, VendorStatus } from "./accounting.ts";
import type { XeroCall } from "./xero-calls.server.ts";
import { isAmbiguous, isRefusal, XeroFailure } from "./xero-errors.ts";

type LineOptions = Pick<Env, "XERO_ACCOUNT_CODE" | "XERO_TAX_TYPE">;

/** A custom connection belongs to one organisation: Xero wants the tenant header empty. */
const TENANT = "";

const LIVE_STATUSES = ["DRAFT", "SUBMITTED", "AUTHORISED", "PAID"];

const quoted = (text: string) => `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;

/** Same request, same key; Xero demands another for a changed request. */
function keyFor(request: InvoiceRequest, purpose: string): string {
  const { mayExist: _mayExist, kind: _kind, ...content } = request;
  const digest = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);
  return `${request.idempotencyKey}-${purpose}-${digest}`;
}

/** The list of an answer. Throws for an answer without one, which does not mean that nothing was found. */
function listed<Item>(list: Item[] | undefined): Item[] {
  if (!list) throw new XeroFailure();
  return list;
}

type Payer = InvoiceRequest["contact"];

const namesake = ({ name, email }: Payer) => `${name} (${email})`;

const isSameName = (one = "", other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The payer's contact: found by address and name, because several people may book with one address. */
async function findContact(call: XeroCall, payer: Payer): Promise<string | null> {
  const where = `EmailAddress==${quoted(payer.email)}`;
  const { contacts } = await call((api) => api.getContacts(TENANT, undefined, where));
  const own = listed(contacts).filter(({ contactID }) => contactID);
  const found =
    own.find(({ name }) => isSameName(name, payer.name)) ??
    own.find(({ name }) => isSameName(name, namesake(payer)));
  return found?.contactID ?? null;
}

/** Xero's contact names are unique: a second person of the same name gets the address in the name. */
async function findOrMakeContact(call: XeroCall, request: InvoiceRequest): Promise<string> {
  const { name, email } = request.contact;
  const found = await findContact(call, request.contact);
  if (found) return found;
  const make = async (fullName: string, purpose: string) => {
    const contacts = [{ name: fullName, emailAddress: email }];
    const key = keyFor(request, purpose);
    const body = await call((api) => api.createContacts(TENANT, { contacts }, true, key));
    return body.contacts?.[0]?.contactID ?? null;
  };
  const made = await make(name, "contact").catch(async (error: unknown) => {
    const isTaken =
      error instanceof XeroFailure &&
      error.status === 400 &&
      error.messages.some((message) => /already|unique/i.test(message));
    if (!isTaken) throw error;
    return (await findContact(call, request.contact)) ?? (await make(namesake(request.contact), "namesake"));
  });
  if (!made) throw new DeliveryError("Xero returned no contact.");
  return made;
}

type MadeInvoice = Omit<Invoice, "vendorId" | "onlineUrl"> & { id: string };

function toMadeInvoice(invoice: XeroInvoice | undefined, isAsRequested: boolean): MadeInvoice | null {
  if (!invoice?.invoiceID) return null;
  const { invoiceID: id, invoiceNumber: number = null, total } = invoice;
  return { id, number, amountPence: total === undefined ? null : Math.round(total * 100), isAsRequested };
}

/** Billing details may have come since an earlier try: only the beginning of the reference is certain. */
export async function findMadeInvoice(
  call: XeroCall,
  request: Pick<InvoiceRequest, "bookingReference" | "reference" | "contact">,
): Promise<MadeInvoice | null> {
  const { bookingReference, contact } = request;
  // Without the first part Xero fails at invoices that have no reference.
  const where = `Type=="ACCREC" AND Reference!=null AND Reference.StartsWith(${quoted(bookingReference)})`;
  const none = undefined;
  const { invoices } = await call((api) =>
    api.getInvoices(TENANT, none, where, none, none, none, none, LIVE_STATUSES),
  );
  const found = listed(invoices).find(
    ({ reference = "" }) => reference === bookingReference || reference.startsWith(`${bookingReference},`),
  );
  const name = found?.contact?.name;
  const isForContact =
    name === undefined || isSameName(name, contact.name) || isSameName(name, namesake(contact));
  return toMadeInvoice(found, found?.reference === request.reference && isForContact);
}

/** Xero's name for the rate. Throws where the practice has a rate that Xero was given no name for. */
function taxTypeOf(vatRate: number, { XERO_TAX_TYPE }: LineOptions): string {
  const type = XERO_TAX_TYPE[vatRate];
  if (type) return type;
  throw new DeliveryError(
    `The price list has a VAT rate of ${vatRate} %, and XERO_TAX_TYPE has no tax type for it.`,
    { isPermanent: true },
  );
}

function toXeroInvoice(request: InvoiceRequest, contactID: string, options: LineOptions): XeroInvoice {
  const taxType = taxTypeOf(request.vatRate, options);
  return {
    type: "ACCREC",
    contact: { contactID },
    date: request.issuedOn,
    dueDate: request.dueOn,
    lineAmountTypes: "Inclusive",
    reference: request.reference,
    currencyCode: "GBP",
    status: "AUTHORISED",
    lineItems: request.lines.map((line) => ({
      description: line.description,
      quantity: 1,
      unitAmount: toPounds(line.pence),
      accountCode: options.XERO_ACCOUNT_CODE,
      taxType,
    })),
  } as unknown as XeroInvoice;
}

/** Makes the invoice. Without a clear answer (timeout, 5xx) it is looked for before the failure counts. */
export async function makeInvoice(call: XeroCall, request: InvoiceRequest, options: LineOptions) {
  const contactId = await findOrMakeContact(call, request);
  const invoices = { invoices: [toXeroInvoice(request, contactId, options)] };
  const key = keyFor(request, "invoice");
  try {
    const body = await call((api) => api.createInvoices(TENANT, invoices, true, undefined, key));
    const made = toMadeInvoice(body.invoices?.[0], true);
    if (made) return made;
    throw new XeroFailure();
  } catch (error) {
    if (!(error instanceof XeroFailure) || !isAmbiguous(error)) throw error;
    const found = await findMadeInvoice(call, request).catch(() => null);
    if (found) return found;
    throw error;
  }
}

/** Null when Xero has no address for the invoice, or refuses to give it: the invoice still exists. */
export async function onlineUrl(call: XeroCall, invoiceId: string): Promise<string | null> {
  try {
    const { onlineInvoices } = await call((api) => api.getOnlineInvoice(TENANT, invoiceId));
    return onlineInvoices?.[0]?.onlineInvoiceUrl ?? null;
  } catch (error) {
    if (error instanceof XeroFailure && isRefusal(error)) return null;
    throw error;
  }
}

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
  return listed(invoices)
    .map(readingOf)
    .filter((reading) => reading !== null);
}
