import { createHash } from "node:crypto";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { chargeLine, putOnInvoice, takeOffInvoice } from "#app/features/charges/charge-rows.server.ts";
import type { BookingLineRow, BookingRow } from "#app/features/booking/fields/tables.ts";
import { invoiceDueOn, invoiceKind, lacksPo } from "#app/features/booking/money/payment-terms.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type KeptNow,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import { bookingLines } from "#app/features/booking/record/queries.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { mailReferrer } from "#app/features/outbox/enqueue-mail.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { invoiceLines } from "../invoice-lines.ts";
import { makerOf } from "../makers.server.ts";
import { buyerOf, contentOf } from "./own-accounting.server.ts";
import { issueDocument, openDocumentsOf, type NewDocument } from "./documents.server.ts";
import { lockAccount, coveredPence, readAccount, type BookingAccount } from "./read-account.server.ts";
import { storeAccount } from "./store-account.server.ts";
import { atOtherRate, creditOf, sumsOf } from "./sums.ts";
import type { Keep } from "./issue-schemas.ts";
import { rateAt } from "./content.ts";
import { bookedVat } from "#app/features/settings/offer.ts";
import { repriceLines, updateBooking } from "#app/features/booking/record/write-booking.server.ts";

/** Invoices and credit notes that staff issue: the first invoice, and what is left to invoice. */

/** `needs-po`: the agreement wants a PO number on each invoice, and the booking has none. `rate`: the VAT rate is
 * another one than the booking was made at, and nobody said which price stays. */
export type IssueProblem = KeptNow | "changed" | "not-ours" | "too-much" | "needs-po" | "rate";

/** The invoice that is due next: null where everything is invoiced. Its amounts are those of this moment. */
export type NextInvoice = Pick<NewDocument, "kind" | "issuedOn" | "dueOn" | "content"> & {
  /** Agreed charges among the lines. */
  chargeIds: string[];
  /** The rates of its price, where these differ, and the whole price, VAT included, if that without VAT stays. */
  rateChange: (Rates & { netStaysPence: number }) | null;
};

/** VAT rates of the booking's day and of the tax point, in per cent. */
type Rates = { from: number; to: number };

/** Pence of the booking's price that no invoice has, credit notes taken off; negative for what is invoiced too much. */
export function uninvoicedPence(booking: BookingRow, read: BookingAccount): number {
  const wanted = booking.status === "cancelled" ? 0 : booking.total_pence;
  return wanted - coveredPence(read);
}

/** Agreed charges that no invoice has. */
export const openCharges = ({ charges }: Pick<BookingAccount, "charges">) =>
  charges.filter(({ isInvoiced }) => !isInvoiced);

export async function nextInvoice(
  deps: Deps,
  booking: BookingRow,
  read: BookingAccount,
  { isWhole = booking.status === "completed", lines }: { isWhole?: boolean; lines?: BookingLineRow[] } = {},
): Promise<NextInvoice | null> {
  const missing = Math.max(0, uninvoicedPence(booking, read));
  const charges = openCharges(read);
  if (missing === 0 && charges.length === 0) return null;
  const { hasDeposits, namesAssessments } = deps.settings.current().invoices;
  const issuedOn = londonDate(deps.clock.now());
  const { day } = read;
  // Also where everything before was credited: then the assessments and the discount are lines again.
  const isOfPrice = missing > 0 && coveredPence(read) === 0;
  // A deposit is asked for before the assessment.
  const first = isWhole ? "full" : invoiceKind(booking, { hasDeposits });
  const kind = isOfPrice ? (first ?? "full") : "further";
  const terms = kind === "deposit" ? kind : "full";
  const ownLines = lines ?? (await bookingLines(deps.db, booking.id));
  const given = isOfPrice
    ? invoiceLines(terms, booking, ownLines, { namesAssessments })
    : missing > 0
      ? [{ description: furtherWords(booking, read), pence: missing }]
      : [];
  const settings = deps.settings.current();
  const from = bookedVat(settings, booking.created_at).vatRate;
  const to = rateAt(settings, { issuedOn, suppliedOn: day });
  // A deposit is a share of the price alone.
  const taken = kind === "deposit" ? [] : charges;
  return {
    kind,
    issuedOn,
    dueOn:
      missing === 0
        ? addDays(issuedOn, CHARGE_DAYS)
        : invoiceDueOn(terms, issuedOn, day, booking.days_to_pay),
    chargeIds: taken.map(({ id }) => id),
    rateChange:
      missing > 0 && from !== to
        ? { from, to, netStaysPence: pricesAt(booking, ownLines, { from, to }).total }
        : null,
    content: contentOf(deps, day, [...given, ...taken.map((charge) => chargeLine(charge, booking))]),
  };
}

/** Days in which an invoice of charges alone is to be paid. */
const CHARGE_DAYS = 14;

function furtherWords({ reference }: BookingRow, { account }: BookingAccount): string {
  const isBalance = account.invoices.every(({ kind }) => kind === "deposit");
  return `${isBalance ? "Balance" : "Difference"} for booking ${reference}`;
}

function fingerprintOf(charges: BookingAccount["charges"]) {
  const facts = charges.map(({ id, pence, vatRate, isInvoiced }) => [id, pence, vatRate, isInvoiced]);
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
}

/** Names the state of an account: a form that shows another one is refused. */
export const accountState = (booking: BookingRow, read: BookingAccount): string =>
  [
    read.documents.length,
    booking.status === "cancelled" ? 0 : booking.total_pence,
    ...(read.charges.length > 0 ? [fingerprintOf(read.charges)] : []),
  ].join("-");

type Change = ActedByRequest & { bookingId: string; seen: string };

async function openAccount(inside: Inside, booking: BookingRow, { bookingId, seen }: Change) {
  await lockAccount(inside.db, bookingId);
  if ((await makerOf(inside, bookingId)) !== "own") return "not-ours";
  const read = await readAccount(inside, booking);
  return accountState(booking, read) === seen ? read : "changed";
}

const keyOf = (bookingId: string, { documents }: BookingAccount) => `${bookingId}:${documents.length}`;

/** The prices of a booking at another VAT rate, where those without VAT stay. */
function pricesAt(booking: BookingRow, lines: readonly BookingLineRow[], { from, to }: Rates) {
  const priced = lines.flatMap(({ position, price_pence }) =>
    price_pence === null ? [] : [{ position, pence: atOtherRate(price_pence, from, to) }],
  );
  const subtotal = priced.reduce((sum, { pence }) => sum + pence, 0);
  const discount = atOtherRate(booking.discount_pence, from, to);
  return { priced, subtotal, discount, total: subtotal - discount };
}

async function keepNet(inside: Inside, booking: BookingRow, rates: Rates) {
  const prices = pricesAt(booking, await bookingLines(inside.db, booking.id), rates);
  await repriceLines(inside.db, booking.id, prices.priced);
  return updateBooking(inside.db, inside, booking, {
    subtotal_pence: prices.subtotal,
    discount_pence: prices.discount,
    total_pence: prices.total,
  });
}

type Issue = Change & { isWhole?: boolean; keep?: Keep | undefined };

/** Issues the next invoice of a booking and mails it. `isWhole`: the work is done, so no deposit is asked for. */
export async function issueNextInvoice(deps: Deps, { isWhole, keep, ...change }: Issue) {
  return changeAccount(deps, change, async (inside, given, read) => {
    const trx = inside.db;
    if (lacksPo(given)) return refused("needs-po");
    const options = isWhole === undefined ? {} : { isWhole };
    const shown = await nextInvoice(inside, given, read, options);
    if (shown?.rateChange && !keep) return refused("rate");
    const booking =
      shown?.rateChange && keep === "net" ? await keepNet(inside, given, shown.rateChange) : given;
    if (!booking) return refused("changed");
    const next = booking === given ? shown : await nextInvoice(inside, booking, read, options);
    if (!next) return refused("changed");
    const { chargeIds, rateChange: _, ...about } = next;
    const issued = await issueDocument(trx, inside, {
      ...about,
      bookingId: booking.id,
      requestKey: keyOf(booking.id, read),
      buyer: buyerOf(inside, booking),
      issuedBy: change.actor.id,
    });
    await putOnInvoice(trx, chargeIds, issued.id);
    const repriced =
      booking === given ? "" : `. The price without VAT stays: ${formatPoundsAndPence(booking.total_pence)}`;
    await recordAudit(inside, change, "invoice.issued", ["booking", booking.id], {
      note: `${issued.number}${repriced}`,
    });
    await mailReferrer(inside, booking, ["invoice-ready", issued.id], {
      kind: about.kind === "deposit" ? "deposit" : "full",
      number: issued.number,
      amountPence: sumsOf(about.content.lines).totalPence,
      dueOn: about.dueOn,
    });
    await storeAccount(inside, booking);
    return DONE;
  });
}

/** Pence of an invoice that may still be credited. */
export function creditablePence({ account }: BookingAccount, invoiceId: string): number {
  const invoice = account.invoices.find(({ id }) => id === invoiceId);
  return invoice ? invoice.totalPence - invoice.creditedPence : 0;
}

type Credit = Change & { invoiceId: string; pence: number; reason: string };

/** Issues a credit note for an invoice of the booking and tells the customer. One of an erased booking has the buyer
 * that its invoice kept, no reason, and nobody is told. */
export async function issueCreditNote(deps: Deps, change: Credit) {
  return changeAccount(deps, { ...change, whenErased: true }, async (inside, booking, read) => {
    const trx = inside.db;
    if (change.pence > creditablePence(read, change.invoiceId)) return refused("too-much");
    const documents = await openDocumentsOf(inside, booking.id);
    const invoice = documents.find(({ id }) => id === change.invoiceId);
    if (!invoice) return refused("not-found");
    const earlier = documents.filter(({ creditsId }) => creditsId === invoice.id);
    const today = londonDate(deps.clock.now());
    const issued = await issueDocument(trx, inside, {
      kind: "credit",
      creditsId: invoice.id,
      bookingId: booking.id,
      requestKey: keyOf(booking.id, read),
      issuedOn: today,
      dueOn: today,
      content: {
        ...contentOf(inside, read.day, []),
        // A credit note has the seller and the rates of its invoice.
        seller: invoice.content.seller,
        lines: creditOf(
          invoice.content.lines,
          earlier.flatMap(({ content }) => content.lines),
          { pence: change.pence, description: `Credit for invoice ${invoice.number}` },
        ),
      },
      buyer: isErased(booking)
        ? invoice.buyer && { ...invoice.buyer, note: "" }
        : { ...(invoice.buyer ?? buyerOf(inside, booking)), note: change.reason },
      issuedBy: change.actor.id,
    });
    // Charges on it are to be invoiced again, or waived.
    if (change.pence === creditablePence(read, invoice.id)) await takeOffInvoice(trx, invoice.id);
    await recordAudit(inside, change, "invoice.credited", ["booking", booking.id], {
      note: `${issued.number}, ${formatPoundsAndPence(change.pence)} of ${invoice.number}`,
    });
    if (!isErased(booking))
      await mailReferrer(inside, booking, ["invoice-credited", issued.id], {
        documentId: issued.id,
        number: issued.number,
        invoice: invoice.number,
        pence: change.pence,
      });
    await storeAccount(inside, booking);
    return DONE;
  });
}

/** Changes the account of a booking, which is as the form showed it. */
async function changeAccount(
  deps: Deps,
  change: Change & { whenErased?: true },
  work: (inside: Inside, booking: BookingRow, read: BookingAccount) => Promise<Result<IssueProblem>>,
): Promise<Result<IssueProblem>> {
  const { bookingId, whenErased } = change;
  const asked = { bookingId, by: change, ...(whenErased && { whenErased }) };
  return changeBooking(deps, asked, async (inside, booking) => {
    const read = await openAccount(inside, booking, change);
    return typeof read === "string" ? refused(read) : work(inside, booking, read);
  });
}
