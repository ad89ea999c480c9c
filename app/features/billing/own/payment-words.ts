/** How money came in or went back. */
export const WAYS = {
  bank: "Bank transfer",
  card: "Card",
  cheque: "Cheque",
  cash: "Cash",
  other: "Another way",
} as const;

export type Way = keyof typeof WAYS;

type Moved = { pence: number; source: "hand" | "bank" | "card" | "moved" };

/** The kind of a payment, and how its money moved. */
export const whatOf = ({ pence, source }: Moved) =>
  source === "moved" ? "Credit" : pence > 0 ? "Payment" : "Refund";

export function wayOf({ pence, source, way }: Moved & { way: Way }): string {
  if (source === "moved") return pence > 0 ? "From another booking" : "To another booking";
  return source === "bank" ? "From the bank file" : WAYS[way];
}

/** Why a card payment was not booked. */
export const WHY_TO_CHECK = {
  "other-amount": "Another amount was paid than was asked for.",
  "kept-out": "It was paid, but the booking takes no payment: it is restricted, erased, or has no invoice.",
  failed: "The payment did not arrive: the bank refused it. The customer was told, and can pay again.",
};

/** Rows of a kind of work on the list of all kinds, where it is not urgent. */
export const MAX_ROWS = 5;
