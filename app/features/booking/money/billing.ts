import type { BillingValues } from "#app/features/booking/fields/field-values.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";

export type GivenBilling = { [Name in keyof BillingValues]?: string };

/** Rows of the given details for a page; none where none were given. */
export function billingRows(given: GivenBilling): [name: string, value: string][] {
  const rows: [string, string | undefined][] = [
    ["PO number", given.poNumber],
    ["Matter reference", given.matterReference],
    ["Billing name", given.billingName],
    ["Billing address", given.billingAddress],
    ["Billing email", given.billingEmail],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined);
}

export const INVOICE_WILL_CHANGE =
  "Your invoice was made before we had these details. We will change it for you.";

const PO = /^po[\s\d:#.-]/i;

/** The invoice's reference: the booking's first, because payments are found by it, then the payer's own numbers. */
export function invoiceReference(reference: string, { poNumber, matterReference }: GivenBilling): string {
  const po = poNumber && (PO.test(poNumber) ? poNumber : `PO ${poNumber}`);
  return [reference, po, matterReference && `Matter ${matterReference}`].filter(Boolean).join(", ");
}

type Referrer = { referrer_first_name: string; referrer_last_name: string; referrer_email_key: string };

/** To whom the invoice is made out: who booked, unless they named a payer. */
export const invoiceContact = (referrer: Referrer, { billingName, billingEmail }: GivenBilling) => ({
  name: billingName ?? `${referrer.referrer_first_name} ${referrer.referrer_last_name}`,
  email: billingEmail ?? referrer.referrer_email_key,
});

export const LATE_BILLING = "The billing details came after the invoice";
export const LATE_CANCELLING = "The booking was cancelled after its invoice was made";

/** The heading and sentence for staff about an invoice that was made before the billing details, or before the
 * booking was cancelled. The service never changes an invoice (docs/decisions/0016). */
export function billingTask(
  booking: Referrer & Pick<BookingRow, "reference" | "status">,
  billing: GivenBilling,
  { number, maker }: { number: string | null; maker: "xero" | "own" },
  { payBackPence, payBackBy }: { payBackPence: number; payBackBy: IsoDate | null },
): { heading: string; words: string } {
  const { name, email } = invoiceContact(booking, billing);
  const invoice = number ? `invoice ${number}` : `the invoice with the reference ${booking.reference}`;
  if (booking.status === "cancelled") {
    const deed = maker === "own" ? "On the page of its invoices, credit" : "In Xero, void or credit";
    const back =
      payBackBy && ` Pay back ${formatPoundsAndPence(payBackPence)} by ${formatLongDate(payBackBy)}.`;
    return { heading: LATE_CANCELLING, words: `${deed} ${invoice}.${back ?? ""}` };
  }
  const deed =
    maker === "own"
      ? "An invoice never changes: where the customer needs them on it, issue a credit note for it and then a new invoice."
      : `In Xero, change its reference to “${invoiceReference(booking.reference, billing)}” and its contact to ${name} (${email}).`;
  const words = `${invoice.charAt(0).toUpperCase()}${invoice.slice(1)} was made without these billing details. ${deed}`;
  return { heading: LATE_BILLING, words };
}
