import { ACCOUNTS, personalTables, SECRET } from "#app/features/data-protection/personal-tables.ts";
import type { VendorStatus } from "#app/integrations/accounting/accounting.ts";
import type { ReturnState } from "#app/integrations/card-payments/card-pages.ts";
import type { Generated } from "kysely";
import type { Way } from "./own/payment-words.ts";
import type { DocumentKind, Series } from "./own/account.ts";
import type { NumberedSeries } from "./own/number-series.server.ts";

/** Who makes invoices: Xero, or the practice itself. */
export type Maker = "xero" | "own";

/** How a booking stands with whoever made its invoice; at most one per booking. Those of our own are derived from
 * `invoice_documents` and payments, in each transaction that changes these (`own/store-account.server.ts`). */
export type InvoiceRow = {
  id: string;
  booking_id: string;
  maker: Generated<Maker>;
  kind: "full" | "deposit";
  /** The newest invoice, where we made it. */
  vendor_id: string;
  number: string | null;
  online_url: string | null;
  /** The amount for which it was made. */
  amount_pence: number;
  /** London days. */
  issued_on: string;
  due_on: string;
  created_at: string;
  /** Amounts of booking and invoice when staff said that the two may differ; null until they did. */
  accepted_wanted_pence: number | null;
  accepted_standing_pence: number | null;
  /** The assessment's day (London) for which staff said that the due day may stay; null until they did. */
  accepted_for_day: string | null;
  /** The rest is as the accounting system last said; null until it was asked. */
  vendor_status: Generated<VendorStatus>;
  vendor_total_pence: number | null;
  vendor_due_on: string | null;
  paid_pence: number | null;
  credited_pence: number | null;
  /** London day. */
  paid_on: string | null;
  /** UTC. */
  read_at: string | null;
  /** London day since which the customer disputes it; null while nobody does. Then no reminder is sent. */
  disputed_on: Generated<string | null>;
  /** The customer's reason. */
  dispute_sealed: Generated<string | null>;
  /** UTC instant of the next look; null when none is needed any more. */
  next_read_at: Generated<string | null>;
  /** Pence that the card service has not got yet, and the London day since which; null for none. */
  on_its_way_pence: Generated<number | null>;
  on_its_way_on: Generated<string | null>;
};

/** An invoice or a credit note of our own. It never changes after its commit, except that erasing its person or the end
 * of its time takes the buyer out. */
export type InvoiceDocumentRow = {
  id: string;
  booking_id: string;
  series: Series;
  /** UNIQUE with the series; without gaps from the first on. */
  number: number;
  kind: DocumentKind;
  /** The invoice of a credit note. */
  credits_id: string | null;
  /** UNIQUE: the same request makes one document. */
  request_key: string;
  /** London days. A credit note is due on its own day. */
  issued_on: string;
  due_on: string;
  /** Whole pence, positive, VAT included. */
  total_pence: number;
  vat_pence: number;
  /** `DocumentContent`. */
  content_sealed: string;
  /** `Buyer`. */
  buyer_sealed: string;
  /** Null for one that the service made by itself. */
  issued_by: string | null;
  issued_at: string;
};

/** The last number of each series that was given. */
export type NumberSeriesRow = { series: NumberedSeries; last_number: number };

/** Money that came in for a booking, or went back: then the amount is negative. */
export type PaymentRow = {
  id: string;
  booking_id: string;
  /** Whole pence. */
  pence: number;
  way: Way;
  /** London day, as the bank says it. */
  moved_on: string;
  /** `moved`: a credit that came from another booking, or went to one. */
  source: "hand" | "bank" | "card" | "moved";
  /** UNIQUE: a keyed hash of the bank's line, or the card page, so that either is booked once. */
  line_hash: string | null;
  note_sealed: string | null;
  recorded_by: string | null;
  recorded_at: string;
  /** Set when it was recorded by mistake: it counts no more. */
  undone_by: string | null;
  undone_at: string | null;
  /** The same for the parts of one sum, and for both ends of a credit that moved: they are taken back together. */
  act_id: Generated<string | null>;
};

/** A line of the bank's files with money that came in. The same line of another file is known by its hash. */
export type BankLineRow = {
  id: string;
  /** UNIQUE: a keyed hash of day, amount and words, and of how many such lines came before on that day. */
  line_hash: string;
  /** London day. */
  moved_on: string;
  /** Whole pence, positive. */
  pence: number;
  /** The words of payer and bank; null once it is booked: then the payment's note has them. */
  words_sealed: string | null;
  state: "open" | "booked" | "aside";
  read_at: string;
  settled_by: string | null;
  settled_at: string | null;
};

/** A page of the card service on which a customer may pay. */
export type CardPageRow = {
  id: string;
  booking_id: string;
  /** UNIQUE: the service's id. */
  vendor_id: string;
  /** Null once nobody can pay there any more. */
  url: string | null;
  /** Whole pence: the amount that was still to pay when it was made. */
  pence: number;
  /** `on-its-way`: somebody paid, and the money has not come yet. `failed`: it did not come; staff have not seen that.
   * `other-amount`: paid, but not what was asked for. `kept-out`: paid, but the booking is restricted or erased, or has
   * no invoice. Neither is booked: staff look at them. */
  state: "open" | "on-its-way" | "failed" | "paid" | "expired" | "other-amount" | "kept-out" | "settled";
  /** The service's id of the payment; null while nobody has paid, and on pages of earlier releases. */
  payment_id: Generated<string | null>;
  /** London day on which a payment that takes days was made; null for none. */
  on_its_way_on: Generated<string | null>;
  created_at: string;
  /** UTC instant of the next look; null when none is needed any more. */
  next_read_at: string | null;
};

/** Money of a card page that went back to the payer at the card service, or may. */
export type CardReturnRow = {
  id: string;
  booking_id: string;
  /** UNIQUE: the service's id of the refund or the dispute. */
  vendor_id: string;
  state: ReturnState;
  /** Whole pence; null for another currency. */
  pence: number | null;
  /** London days. */
  happened_on: string;
  answer_by: string | null;
  /** UTC instant of the last news. */
  read_at: string;
  /** The state that staff dealt with; null before. Another one is to be dealt with. */
  settled_state: ReturnState | null;
  /** Why staff set it aside. */
  reason_sealed: string | null;
  settled_by: string | null;
  settled_at: string | null;
};

/** The columns that staff chose for files with these headings. */
export type BankFormatRow = {
  headings: string;
  /** JSON of `Columns`. */
  columns: string;
  chosen_at: string;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    invoices: InvoiceRow;
    invoice_documents: InvoiceDocumentRow;
    number_series: NumberSeriesRow;
    payments: PaymentRow;
    bank_lines: BankLineRow;
    bank_formats: BankFormatRow;
    card_pages: CardPageRow;
    card_returns: CardReturnRow;
  }
}

const LOOKED_AT = "For the next look at the card service: the state says how far it is.";
const DEALT_WITH = "Whether staff have dealt with it.";
const UNMATCHED = "Nobody knows yet whose it is. Once it is booked, the payment has its words.";

export const personal = personalTables("money", {
  invoices: {
    isExportedByRoom: true,
    keptFor: "invoices",
    staysBecause: ACCOUNTS,
    changesWhileRestricted: "The accounts need to know what was paid.",
  },
  invoice_documents: {
    isExportedByRoom: true,
    keptFor: "invoices",
    staysBecause: ACCOUNTS,
    isErasedByRoom: true,
    wordsStay: { content_sealed: "Lines and the seller: the accounts need them, and they name nobody." },
  },
  card_returns: {
    keptFor: "invoices",
    staysBecause: ACCOUNTS,
    notExported: { read_at: LOOKED_AT, settled_state: DEALT_WITH, settled_at: DEALT_WITH },
  },
  card_pages: {
    keptFor: "invoices",
    staysBecause: ACCOUNTS,
    notExported: { url: SECRET, on_its_way_on: LOOKED_AT, next_read_at: LOOKED_AT },
  },
  bank_lines: {
    key: "id",
    keptFor: "bank-lines",
    notExported: UNMATCHED,
    wordsStay: { words_sealed: UNMATCHED },
  },
  payments: { keptFor: "invoices", staysBecause: ACCOUNTS },
});
