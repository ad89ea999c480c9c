import type { BookingRow } from "./tables.ts";

/** `full` for pay-now, `deposit` for half of a pay-later booking (SPEC section 9). */
export type InvoiceKind = "full" | "deposit";

export const INVOICE_TOPICS = { full: "invoice", deposit: "deposit-invoice" } as const;

/** Which invoice a booking gets, if any: never one of £0 (DESIGN decision 4). */
export function invoiceKind(
  booking: Pick<BookingRow, "payment_method" | "total_pence">,
  options: { hasDeposits: boolean },
): InvoiceKind | null {
  if (booking.total_pence <= 0) return null;
  if (booking.payment_method === "pay_now") return "full";
  return options.hasDeposits ? "deposit" : null;
}

/** Half of a total, rounded up to a whole penny. */
export function depositPence(totalPence: number): number {
  return Math.ceil(totalPence / 2);
}
