import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import { formatLongDate, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { openCardPage, readCardPagesOf } from "../card/card-pages.server.ts";
import type { InvoiceRest } from "./account.ts";
import { titleOf } from "./content.ts";
import { openDocument, type IssuedDocument, type OpenedDocument } from "./documents.server.ts";
import { invoicePath, isInvoiceToken } from "./invoice-link.ts";
import { NOTHING_TO_PAY, owedWords, type Owed } from "./owed.ts";
import { readAccount, type BookingAccount } from "./read-account.server.ts";
import { sumsByRate, sumsOf } from "./sums.ts";

/** The words of an issued document: the page and the PDF read it. */
export function documentView(document: OpenedDocument, credited: IssuedDocument | null) {
  const { series, number, content, buyer, issuedOn, dueOn } = document;
  const { seller, lines } = content;
  const erased = { name: "The customer (erased)", organisation: "", address: "" };
  const { name, organisation, address } = buyer ?? erased;
  const isVat = seller.vatNumber !== "";
  const money = formatPoundsAndPence;
  const sums = sumsOf(lines);
  return {
    title: titleOf({ series, seller }),
    number,
    issuedOn: formatLongDate(issuedOn),
    isVat,
    seller: {
      name: seller.name,
      address: seller.address,
      numbers: [
        seller.companyNumber && `Company number ${seller.companyNumber}`,
        isVat ? `VAT number ${seller.vatNumber}` : "",
      ].filter(Boolean),
      phone: seller.phone,
      email: seller.email,
    },
    buyer: [name, organisation, address].filter(Boolean),
    facts: [
      ["Number", number],
      ["Date", formatLongDate(issuedOn)],
      ...(credited ? [["For invoice", `${credited.number} of ${formatLongDate(credited.issuedOn)}`]] : []),
      ...(series === "CN" ? [["Reason for the credit", buyer?.note ?? ""]] : []),
      ["Reference", buyer?.reference ?? ""],
      ...(content.suppliedOn ? [["Date of the assessment", formatLongDate(content.suppliedOn)]] : []),
      ...(series === "INV" ? [["Due by", formatLongDate(dueOn)]] : []),
    ].filter(([, value]) => value !== "") as [string, string][],
    note: series === "INV" ? (buyer?.note ?? "") : "",
    lines: lines.map(({ description, netPence, vatRate, vatPence, grossPence }) => ({
      description,
      net: money(netPence),
      rate: `${vatRate}%`,
      vat: money(vatPence),
      gross: money(grossPence),
    })),
    rates: sumsByRate(lines).map(({ vatRate, netPence, vatPence }) => ({
      words: `${vatRate}% VAT on ${money(netPence)}`,
      vat: money(vatPence),
    })),
    net: money(sums.netPence),
    vat: money(sums.vatPence),
    total: money(sums.totalPence),
    vatNote: isVat ? "" : "No VAT is charged: we are not registered for VAT.",
    bankDetails: series === "INV" ? content.bankDetails : "",
  };
}

export type DocumentView = ReturnType<typeof documentView>;

function restWords(invoice: InvoiceRest, today: string): string {
  const money = formatPoundsAndPence;
  const wanted = invoice.totalPence - invoice.creditedPence;
  if (wanted === 0) return "Credited in full: nothing to pay.";
  if (invoice.openPence === 0) return "Paid. Thank you.";
  const credited = invoice.creditedPence > 0 ? `, ${money(invoice.creditedPence)} credited` : "";
  const part = invoice.paidPence > 0 ? `, ${money(invoice.paidPence)} of ${money(wanted)} paid` : "";
  const paid = credited + part;
  const day = formatLongDate(invoice.dueOn);
  return invoice.dueOn < today ? `Overdue since ${day}${paid}.` : `Due by ${day}${paid}.`;
}

/** A payment that takes days, for its payer. Empty where there is none. */
function onItsWayWords({ onItsWay, toPayPence, cancelledOn }: Owed): string {
  if (!onItsWay) return "";
  const what = `Your payment of ${formatPoundsAndPence(onItsWay.pence)}, made on ${formatLongDate(onItsWay.on)}, is on its way to us.`;
  const days = "It can take a few working days.";
  if (cancelledOn !== null) return `${what} ${days} We pay back what is not owed once it has arrived.`;
  return toPayPence > 0
    ? `${what} ${days} Please do not pay it again.`
    : `${what} ${days} There is nothing more to pay: please do not pay again.`;
}

const CALLED_OFF = `${NOTHING_TO_PAY} Please do not pay this invoice.`;

/** How a document stands: what is to be paid for it now, and the words about that. */
function standingOfDocument(read: BookingAccount, documentId: string, today: string) {
  const { account, asked, charges, owed } = read;
  const invoice = account.invoices.find(({ id }) => id === documentId);
  const isUnpaid = invoice !== undefined && invoice.openPence > 0;
  const askedPence = asked.invoices.find(({ id }) => id === documentId)?.openPence ?? 0;
  const isCancelled = owed.cancelledOn !== null;
  const isOfCharge = charges.some((charge) => charge.documentId === documentId);
  const openNow = !isCancelled ? askedPence : isOfCharge ? owed.toPayPence : 0;
  const onItsWay = isUnpaid ? onItsWayWords(owed) : "";
  const rest = !invoice || (onItsWay !== "" && openNow === 0) ? "" : restWords(invoice, today);
  return {
    openNow,
    state: isCancelled && isUnpaid && openNow === 0 ? CALLED_OFF : rest,
    onItsWay,
    credit: owedWords(owed) === NOTHING_TO_PAY ? "" : owedWords(owed),
    isOverdue: invoice !== undefined && openNow > 0 && invoice.dueOn < today,
  };
}

/** The address where the rest is paid by card, or that of the invoice's page. Null like `openInvoicePage`. */
export async function cardPageFor(deps: Deps, documentId: string, token: string | null) {
  const page = await openInvoicePage(deps, documentId, token);
  if (!page || !deps.cardPages) return null;
  const booking = (await findBooking(deps.db, page.bookingId))!;
  const back = `${deps.env.APP_ORIGIN}${page.path}`;
  try {
    const url = await openCardPage(deps, {
      booking,
      what: `Invoice ${page.view.number}`,
      paidUrl: `${back}&card=paid`,
      backUrl: back,
    });
    return url ?? page.path;
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return `${page.path}&card=down`;
  }
}

const CARD_WORDS: Record<string, string> = {
  down: "Paying by card does not work at the moment. Please pay in another way, or try again later.",
  paid: "Thank you. The card service has not told us about your payment yet. This page shows it once it has; please do not pay twice.",
};

/** The words for somebody who comes from the card service; empty once the invoice is paid. */
function cardWords(card: string | null, isOpen: boolean): string {
  return isOpen && card !== null && Object.hasOwn(CARD_WORDS, card) ? CARD_WORDS[card]! : "";
}

/** A document with its booking's account. `pathOf` has the pages of documents for whoever asks. */
async function readPage(
  deps: Deps,
  document: OpenedDocument,
  booking: BookingRow,
  pathOf: (documentId: string) => string,
) {
  const read = await readAccount(deps, booking);
  const credited = read.documents.find(({ id }) => id === document.creditsId) ?? null;
  const others = read.documents.filter(({ id }) => id !== document.id);
  return {
    view: documentView(document, credited),
    bookingId: booking.id,
    path: pathOf(document.id),
    ...standingOfDocument(read, document.id, londonDate(deps.clock.now())),
    owed: read.owed,
    others: others.map(({ id, number, totalPence, series }) => ({
      path: pathOf(id),
      words: `${series === "INV" ? "Invoice" : "Credit note"} ${number}, ${formatPoundsAndPence(totalPence)}`,
    })),
  };
}

/** A document for whoever has its link; null alike for an unknown one, a wrong token and an erased booking. */
export async function openInvoicePage(
  deps: Deps,
  documentId: string,
  token: string | null,
  card: string | null = null,
) {
  const document = await openDocument(deps, documentId);
  const booking = document && (await findBooking(deps.db, document.bookingId));
  if (!booking || isErased(booking)) return null;
  if (!isInvoiceToken(deps.secrets, token ?? "", documentId, booking)) return null;
  if (card === "paid") await readCardPagesOf(deps, booking.id);
  const pathOf = (id: string) => invoicePath(deps.secrets, id, booking.invoice_link_version);
  const { openNow, owed, ...page } = await readPage(deps, document, booking, pathOf);
  return {
    ...page,
    card: cardWords(card, openNow > 0),
    /** Pays everything that is open for the booking. */
    cardPath: deps.cardPages && openNow > 0 ? page.path.replace("?", "/card?") : null,
    cardAmount: formatPoundsAndPence(owed.toPayPence),
    pdfPath: page.path.replace("?", "/pdf?"),
    open: openNow > 0 ? formatPoundsAndPence(openNow) : null,
    phone: deps.settings.current().company.phone,
  };
}

export type InvoicePage = NonNullable<Awaited<ReturnType<typeof openInvoicePage>>>;

/** A document for staff by an address of their own, also of an erased person: papers are kept for six years. Null for
 * an unknown one. */
export async function openStaffDocument(deps: Deps, documentId: string): Promise<InvoicePage | null> {
  const document = await openDocument(deps, documentId);
  const booking = document && (await findBooking(deps.db, document.bookingId));
  if (!booking) return null;
  const pathOf = (id: string) => `/admin/invoices/${id}`;
  const { openNow: _, owed: __, ...page } = await readPage(deps, document, booking, pathOf);
  // Staff are not told how to pay.
  const toPay = { card: "", cardPath: null, cardAmount: "", phone: "", open: null };
  return { ...page, ...toPay, pdfPath: `${page.path}/pdf` };
}
