/** Money is whole pence, VAT included. */

export type InvoiceRequest = {
  /** The same key makes the same invoice; sent as `Idempotency-Key`. */
  idempotencyKey: string;
  bookingReference: string;
  kind: "full" | "deposit";
  /** The invoice's reference; begins with the booking's. */
  reference: string;
  contact: { name: string; email: string };
  lines: { description: string; pence: number }[];
  /** Per cent, included in every line. */
  vatRate: number;
  /** London days, `YYYY-MM-DD`. */
  issuedOn: string;
  dueOn: string;
  /** An earlier try may have made it: it is looked for first. */
  mayExist: boolean;
};

export type Invoice = {
  vendorId: string;
  number: string | null;
  /** Null when the accounting system does not say. May differ from the request when an earlier try made the invoice. */
  amountPence: number | null;
  onlineUrl: string | null;
  /** False when an earlier try made it with another reference or for another contact. */
  isAsRequested: boolean;
};

export type VendorStatus = "draft" | "submitted" | "authorised" | "paid" | "voided" | "deleted";

/** How an invoice stands in the accounting system. */
export type InvoiceReading = {
  vendorId: string;
  number: string | null;
  status: VendorStatus;
  totalPence: number | null;
  paidPence: number;
  creditedPence: number;
  /** Days, `YYYY-MM-DD`. */
  dueOn: string | null;
  /** The day on which the last of it was paid or credited. */
  paidOn: string | null;
};

export type Accounting = {
  /** Finds or makes the one invoice of this booking reference. Throws `DeliveryError`. `signal` ends the wait. */
  createInvoice(request: InvoiceRequest, signal?: AbortSignal): Promise<Invoice>;
  /** Reads at most 50 invoices in one call; one that is not there is left out. Changes
   * nothing. Throws `DeliveryError`. */
  readInvoices(vendorIds: string[], signal?: AbortSignal): Promise<InvoiceReading[]>;
  /** Milliseconds until it may be asked again after failing. */
  pausedMs?(): number;
};
