/** Pages of a card service on which somebody pays. Money is whole pence of pounds sterling. */

export type CardPageRequest = {
  /** The same key makes the same page. */
  idempotencyKey: string;
  pence: number;
  /** The payer reads this: the number of an invoice, and nothing about anybody. */
  what: string;
  /** The payer comes back to one of these. */
  paidUrl: string;
  backUrl: string;
};

export type CardPage = {
  id: string;
  /** Null once nobody can pay there any more. */
  url: string | null;
  /** `on-its-way`: paid in a way that takes days, such as Bacs Direct Debit. `failed`: such a payment did not come. */
  state: "open" | "on-its-way" | "paid" | "failed" | "expired";
  /** The service's id of the payment; null while nobody has paid. */
  paymentId: string | null;
  /** The amount that is, or was, paid there; null for another currency. */
  pence: number | null;
};

export type CardPages = {
  /** Makes a page that ends after a day. Throws `DeliveryError`. */
  open(request: CardPageRequest): Promise<CardPage>;
  /** Reads how a page stands. Null when the service knows none of this id. Throws `DeliveryError`. */
  read(id: string): Promise<CardPage | null>;
  /** Ends a page on which nobody has paid yet; returns how it stands then. Throws `DeliveryError`. */
  end(id: string): Promise<CardPage | null>;
  /** The id of the page on which a payment was made. Null when the service knows none. Throws `DeliveryError`. */
  pageOfPayment(paymentId: string): Promise<string | null>;
  /** Reads what went back, or may, of one payment, or of all payments since an instant. Throws `DeliveryError`. */
  returns(of: { paymentId: string } | { since: Date }): Promise<CardReturn[]>;
  /** The page or the payment that a posted event is about: it says when to ask, and nothing of what is true. Null for
   * an event about something else. Throws `ForgedEvent`. */
  readEvent(
    body: string,
    signature: string | null,
  ): Promise<{ pageId: string } | { paymentId: string } | null>;
};

/** A refund: `refunded`, or `failed` when the payer did not get it. A payer's dispute: `asked` while the bank asks and
 * took nothing, `disputed` while it has the money, then `won` or `lost`. */
export type ReturnState = "refunded" | "failed" | "asked" | "disputed" | "won" | "lost";

export type CardReturn = {
  id: string;
  paymentId: string;
  state: ReturnState;
  /** Null for another currency. */
  pence: number | null;
  at: Date;
  /** The instant until which a dispute can be answered; null where no answer is wanted. */
  answerBy: Date | null;
};

/** The event was not signed by the card service, or not lately. */
export class ForgedEvent extends Error {
  override name = "ForgedEvent";
}
