import type { IsoDate } from "#app/platform/dates.ts";

/** The account of one booking, from its invoices, credit notes and payments. Money is whole pence, days are
 * London's. */

export type Series = "INV" | "CN";

/** `full`: the whole price. `deposit`: of a booking that is paid later. `further`: what came after either. */
export type DocumentKind = "full" | "deposit" | "further" | "credit";

/** A document that was issued, the amount always positive. `creditsId` is the invoice of a credit note. */
export type Issued = {
  id: string;
  series: Series;
  kind: DocumentKind;
  creditsId: string | null;
  totalPence: number;
  issuedOn: IsoDate;
  dueOn: IsoDate;
};

/** Money that came in, or went back: then the amount is negative. */
export type Moved = { pence: number; on: IsoDate };

export type InvoiceRest = Issued & {
  creditedPence: number;
  /** A part of what came in for the booking; the oldest invoice is paid first. */
  paidPence: number;
  openPence: number;
};

export type Account = {
  invoicedPence: number;
  creditedPence: number;
  receivedPence: number;
  refundedPence: number;
  /** Still to pay; never beside a credit. */
  openPence: number;
  /** Paid too much: to be refunded, or kept for a further invoice. */
  creditPence: number;
  invoices: InvoiceRest[];
  /** The day of the oldest invoice that is not paid; of the last one when all are. */
  dueOn: IsoDate | null;
  /** Last day on which money came in; null before. */
  paidOn: IsoDate | null;
};

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

export function accountOf(documents: readonly Issued[], moved: readonly Moved[]): Account {
  const invoices = documents.filter(({ series }) => series === "INV");
  const credits = documents.filter(({ series }) => series === "CN");
  const invoicedPence = sum(invoices.map(({ totalPence }) => totalPence));
  const creditedPence = sum(credits.map(({ totalPence }) => totalPence));
  const receivedPence = sum(moved.map(({ pence }) => Math.max(0, pence)));
  const refundedPence = sum(moved.map(({ pence }) => Math.max(0, -pence)));
  const balance = invoicedPence - creditedPence - receivedPence + refundedPence;

  let leftPence = receivedPence - refundedPence;
  const rests = invoices.map((invoice): InvoiceRest => {
    const credited = sum(credits.filter((one) => one.creditsId === invoice.id).map((one) => one.totalPence));
    const wanted = invoice.totalPence - credited;
    const paidPence = Math.max(0, Math.min(leftPence, wanted));
    leftPence -= paidPence;
    return { ...invoice, creditedPence: credited, paidPence, openPence: wanted - paidPence };
  });
  const dueNext = rests.find(({ openPence }) => openPence > 0) ?? rests.at(-1);
  const received = moved.filter(({ pence }) => pence > 0).map(({ on }) => on);
  return {
    invoicedPence,
    creditedPence,
    receivedPence,
    refundedPence,
    openPence: Math.max(0, balance),
    creditPence: Math.max(0, -balance),
    invoices: rests,
    dueOn: dueNext?.dueOn ?? null,
    paidOn: received.length > 0 ? received.toSorted().at(-1)! : null,
  };
}

/** The last day that began without a credit and ended with one. From its cancellation on a booking is worth what is
 * agreed, whatever its documents say; `keptPence` is what credit notes since then left of that. */
export function creditSince(
  documents: readonly Issued[],
  moved: readonly Moved[],
  cancelled: { on: IsoDate; agreedPence: number } | null,
  keptPence = 0,
): IsoDate {
  const changes = new Map<IsoDate, number>();
  const add = (on: IsoDate, pence: number) => changes.set(on, (changes.get(on) ?? 0) + pence);
  const counted = cancelled ? documents.filter(({ issuedOn }) => issuedOn < cancelled.on) : documents;
  const worth = counted.map(({ series, totalPence }) => (series === "INV" ? totalPence : -totalPence));
  for (const [index, { issuedOn }] of counted.entries()) add(issuedOn, worth[index]!);
  if (cancelled) {
    add(cancelled.on, cancelled.agreedPence - sum(worth));
    const credited = documents.findLast(({ series }) => series === "CN")?.issuedOn ?? cancelled.on;
    add(credited, keptPence - cancelled.agreedPence);
  }
  for (const { on, pence } of moved) add(on, -pence);
  let [balance, since] = [0, ""];
  for (const [on, pence] of [...changes].sort(([a], [b]) => a.localeCompare(b))) {
    if (balance >= 0 && balance + pence < 0) since = on;
    balance += pence;
  }
  return since;
}

/** `INV-000001`, `CN-000001`. */
export const numberWords = (series: Series, number: number) => `${series}-${String(number).padStart(6, "0")}`;
