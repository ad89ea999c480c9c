import { addDays, type IsoDate } from "#app/platform/dates.ts";
import type { InvoiceKind } from "./invoice-plan.ts";

/** Payment is due within 30 days of the assessment; a deposit at least 7 days before it (SPEC section 9). */
export const INVOICE_DAYS_AFTER = 30;
export const DEPOSIT_DAYS_BEFORE = 7;

/**
 * The day by which an invoice is to be paid. While no date is known, the day of issue stands in for the assessment; a
 * deposit then has 7 days, because no assessment is sooner. A due day is never before the day of issue.
 */
export function invoiceDueOn(kind: InvoiceKind, issuedOn: IsoDate, assessmentOn: IsoDate | null): IsoDate {
  if (kind === "full") return addDays(assessmentOn ?? issuedOn, INVOICE_DAYS_AFTER);
  if (!assessmentOn) return addDays(issuedOn, DEPOSIT_DAYS_BEFORE);
  const dueOn = addDays(assessmentOn, -DEPOSIT_DAYS_BEFORE);
  return dueOn < issuedOn ? issuedOn : dueOn;
}
