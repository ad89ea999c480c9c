import { addDays, type IsoDate } from "#app/platform/dates.ts";
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

export const INVOICE_DAYS_AFTER = 30;
export const DEPOSIT_DAYS_BEFORE = 7;

/** The day by which an invoice is to be paid, never before its day of issue. Without a date, the day of issue stands
 * for the assessment's, and a deposit has 7 days. */
export function invoiceDueOn(kind: InvoiceKind, issuedOn: IsoDate, assessmentOn: IsoDate | null): IsoDate {
  if (kind === "full") return addDays(assessmentOn ?? issuedOn, INVOICE_DAYS_AFTER);
  if (!assessmentOn) return addDays(issuedOn, DEPOSIT_DAYS_BEFORE);
  const dueOn = addDays(assessmentOn, -DEPOSIT_DAYS_BEFORE);
  return dueOn < issuedOn ? issuedOn : dueOn;
}
