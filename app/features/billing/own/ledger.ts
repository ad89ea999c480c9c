import { accountOf, type Issued, type Moved, type Series } from "./account.ts";
import type { SummedLine } from "./sums.ts";

/** The law of the ledger, over the rows of one booking: invoiced − credited = paid − refunded + open, where open is
 * what pages, mails and lists say. */

export type LedgerDocument = Issued & { vatPence: number; lines: readonly SummedLine[] };

/** An agreed charge that is on an invoice. */
export type LedgerCharge = { documentId: string; pence: number };

/** The row that pages read; null where there is none. */
export type Shown = { totalPence: number; creditedPence: number; paidPence: number; isSettled: boolean };

export type LedgerFault =
  /** The lines of a document do not add up to its total. */
  | "lines"
  /** More was credited than invoiced. */
  | "credited-too-much"
  /** More was paid back than came in. */
  | "refunded-too-much"
  /** An invoice lacks a charge that it is said to have. */
  | "charges"
  /** Pages show another account than the documents and payments make. */
  | "shown"
  /** The open amounts of the invoices are not what is open. */
  | "open";

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Everything that is wrong in the rows of one booking; empty when they add up. */
export function ledgerFaults(
  documents: readonly LedgerDocument[],
  moved: readonly Moved[],
  shown: Shown | null,
  charges: readonly LedgerCharge[] = [],
): LedgerFault[] {
  const faults: LedgerFault[] = [];
  const account = accountOf(documents, moved);
  const isWrong = ({ lines, totalPence, vatPence }: LedgerDocument) =>
    sum(lines.map(({ grossPence }) => grossPence)) !== totalPence ||
    sum(lines.map((line) => line.vatPence)) !== vatPence ||
    lines.some(({ netPence, vatPence: vat, grossPence }) => netPence + vat !== grossPence);
  if (documents.some(isWrong)) faults.push("lines");
  if (account.invoices.some(({ totalPence, creditedPence }) => creditedPence > totalPence))
    faults.push("credited-too-much");
  if (account.refundedPence > account.receivedPence) faults.push("refunded-too-much");
  if (charges.some((charge) => !hasCharge(documents, charge))) faults.push("charges");
  const openOnInvoices = sum(account.invoices.map(({ openPence }) => openPence));
  const balance =
    account.invoicedPence - account.creditedPence - account.receivedPence + account.refundedPence;
  if (openOnInvoices !== account.openPence || account.openPence - account.creditPence !== balance)
    faults.push("open");
  if (account.invoices.length > 0 && !isAsShown(shown, account)) faults.push("shown");
  return faults;
}

function hasCharge(documents: readonly LedgerDocument[], { documentId, pence }: LedgerCharge): boolean {
  const document = documents.find(({ id }) => id === documentId);
  return document?.series === "INV" && document.lines.some(({ grossPence }) => grossPence === pence);
}

function isAsShown(shown: Shown | null, account: ReturnType<typeof accountOf>): boolean {
  return (
    shown !== null &&
    shown.totalPence === account.invoicedPence &&
    shown.creditedPence === account.creditedPence &&
    shown.paidPence === account.receivedPence - account.refundedPence &&
    shown.isSettled === (account.openPence === 0)
  );
}

export const SERIES: readonly Series[] = ["INV", "CN"];
