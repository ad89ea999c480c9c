/** What the accounting system promises (Xero behind it). Money is whole pence, VAT included. */

export type InvoiceRequest = {
  /** Same key, same invoice: sent as `Idempotency-Key`. */
  idempotencyKey: string;
  bookingReference: string;
  contact: { name: string; email: string };
  lines: { description: string; pence: number }[];
  /** London days, `YYYY-MM-DD`. */
  issuedOn: string;
  dueOn: string;
  /** True when an earlier try may have made it: then it is looked for by its reference first. */
  mayExist: boolean;
};

export type Invoice = {
  vendorId: string;
  /** The number by which people find it in the accounting system. */
  number: string | null;
  /**
   * What it is over, VAT included: one that an earlier try made may differ from what is asked for now. Null when the
   * accounting system does not say.
   */
  amountPence: number | null;
  onlineUrl: string | null;
};

export type Ledger = {
  /** Finds or makes the one invoice of this booking reference. Throws `DeliveryError`. `signal` ends the wait. */
  createInvoice(request: InvoiceRequest, signal?: AbortSignal): Promise<Invoice>;
  /** For how many milliseconds the vendor is still left alone after failing; 0 when it may be tried. */
  pausedMs?(): number;
};
