import type { BookingRow } from "./tables.ts";

export type InvoiceKind = "full" | "deposit";

export const INVOICE_TOPICS = { full: "invoice", deposit: "deposit-invoice" } as const;

/** Null where the amount would be £0. */
export function invoiceKind(
  booking: Pick<BookingRow, "payment_method" | "total_pence">,
  options: { hasDeposits: boolean },
): InvoiceKind | null {
  if (booking.total_pence <= 0) return null;
  if (booking.payment_method === "pay_now") return "full";
  return options.hasDeposits ? "deposit" : null;
}

export function depositPence(totalPence: number, percent: number): number {
  return Math.ceil((totalPence * percent) / 100);
}
