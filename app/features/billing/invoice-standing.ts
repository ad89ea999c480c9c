import type { VendorStatus } from "#app/integrations/accounting/accounting.ts";
import { formatDate, formatShortDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { owedNow, type Cancelled } from "./own/owed.ts";

/** The facts about an invoice. Money is pence, days are London's; the accounting system's facts are null until
 * it was asked. */
export type InvoiceFacts = {
  amountPence: number;
  dueOn: IsoDate;
  vendorStatus: VendorStatus;
  vendorTotalPence: number | null;
  vendorDueOn: IsoDate | null;
  paidPence: number | null;
  creditedPence: number | null;
  paidOn: IsoDate | null;
  /** Absent or null while the booking is not cancelled, and where staff said that its invoice is to stay as it is. */
  cancelled?: Cancelled | null;
  /** A payment that takes days, and the London day on which it was made. */
  onItsWay?: { pence: number; on: IsoDate } | undefined;
};

export type Standing =
  | "void"
  | "called-off"
  | "credited"
  | "paid"
  | "on-its-way"
  | "on-hold"
  | "overdue"
  | "due";

export const STANDING_LABELS: Record<Standing, string> = {
  void: "Void",
  "called-off": "Nothing to pay: cancelled",
  credited: "Credited",
  paid: "Paid",
  "on-its-way": "On its way",
  "on-hold": "Taken back to draft",
  overdue: "Overdue",
  due: "Due",
};

export const dueDayOf = ({ vendorDueOn, dueOn }: Pick<InvoiceFacts, "vendorDueOn" | "dueOn">): IsoDate =>
  vendorDueOn ?? dueOn;

/** The invoice's amount today, without what was credited; 0 when it is void. */
export function standingPence(invoice: InvoiceFacts): number {
  if (invoice.vendorStatus === "voided" || invoice.vendorStatus === "deleted") return 0;
  return (invoice.vendorTotalPence ?? invoice.amountPence) - (invoice.creditedPence ?? 0);
}

const owedFor = (invoice: InvoiceFacts) =>
  owedNow(standingPence(invoice), invoice.paidPence ?? 0, invoice.cancelled ?? null, invoice.onItsWay?.pence);

/** Pence still to pay; 0 when the invoice is settled or void, its booking was cancelled, or the rest is on its way. */
export function openPence(invoice: InvoiceFacts): number {
  if (invoice.vendorStatus === "paid") return 0;
  return owedFor(invoice).toPayPence;
}

/** Pence that were paid too much and not paid back. */
export const creditPence = (invoice: InvoiceFacts): number => owedFor(invoice).payBackPence;

/** Derived, never stored. `today` is the day in London; an invoice is overdue from the day after its due day. */
export function standingOf(invoice: InvoiceFacts, today: IsoDate): Standing {
  const { vendorStatus } = invoice;
  if (vendorStatus === "voided" || vendorStatus === "deleted") return "void";
  if (vendorStatus === "paid") return standingPence(invoice) > 0 ? "paid" : "credited";
  const isUnpaid = owedFor({ ...invoice, onItsWay: undefined }).toPayPence > 0;
  if (invoice.cancelled && !isUnpaid) return "called-off";
  if (invoice.onItsWay && isUnpaid && openPence(invoice) === 0) return "on-its-way";
  if (vendorStatus === "draft" || vendorStatus === "submitted") return "on-hold";
  return dueDayOf(invoice) < today ? "overdue" : "due";
}

/** `, £5.00 too much` where more came in than the invoice is for; else empty. */
function tooMuch(invoice: InvoiceFacts): string {
  const pence = creditPence(invoice);
  return pence > 0 ? `, ${formatPoundsAndPence(pence)} too much` : "";
}

/** `Paid on 12 March 2027`, `Due by 1 May 2027, £100.00 of £595.00 paid`, for referrer and staff. */
export function standingWords(invoice: InvoiceFacts, today: IsoDate): string {
  const standing = standingOf(invoice, today);
  const due = formatDate(dueDayOf(invoice));
  const paid = invoice.paidPence
    ? `, ${formatPoundsAndPence(invoice.paidPence)} of ${formatPoundsAndPence(standingPence(invoice))} paid`
    : "";
  const { onItsWay } = invoice;
  const part = onItsWay ? `${paid}, ${formatPoundsAndPence(onItsWay.pence)} on its way` : paid;
  switch (standing) {
    case "paid":
      return `${invoice.paidOn ? `Paid on ${formatDate(invoice.paidOn)}` : "Paid"}${tooMuch(invoice)}`;
    case "called-off":
      return `Nothing to pay: the booking was cancelled${tooMuch(invoice)}`;
    case "credited":
      return `${STANDING_LABELS.credited}${tooMuch(invoice)}`;
    case "on-its-way":
      return `${formatPoundsAndPence(onItsWay!.pence)} on its way since ${formatDate(onItsWay!.on)}${paid}`;
    case "due":
      return `Due by ${due}${part}`;
    case "overdue":
      return `Overdue since ${due}${part}`;
    default:
      return STANDING_LABELS[standing];
  }
}

/** How the invoice differs in Xero from the one that was made, in sentences for staff. */
export function changesThere(invoice: InvoiceFacts): string[] {
  const { vendorStatus, vendorTotalPence, vendorDueOn, creditedPence } = invoice;
  const sentences: string[] = [];
  if (vendorStatus === "voided") sentences.push("It was voided.");
  if (vendorStatus === "deleted") sentences.push("It was deleted.");
  if (vendorStatus === "draft" || vendorStatus === "submitted")
    sentences.push("It was taken back to draft, so nobody can pay it.");
  if (vendorTotalPence !== null && vendorTotalPence !== invoice.amountPence)
    sentences.push(
      `It was made for ${formatPoundsAndPence(invoice.amountPence)}, and is for ${formatPoundsAndPence(vendorTotalPence)} now.`,
    );
  if (vendorDueOn !== null && vendorDueOn !== invoice.dueOn)
    sentences.push(
      `It was due on ${formatShortDate(invoice.dueOn)}, and is due on ${formatShortDate(vendorDueOn)} now.`,
    );
  if (creditedPence) sentences.push(`${formatPoundsAndPence(creditedPence)} of it was credited.`);
  return sentences;
}
