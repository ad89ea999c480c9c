import { valuesOf } from "#app/platform/values-of.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import {
  expressionBuilder,
  sql,
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  type SqlBool,
} from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { formatDate, type IsoDate } from "#app/platform/dates.ts";
import { dueDayOf, openPence, standingPence, type InvoiceFacts } from "./invoice-standing.ts";
import {
  chargeSums,
  invoicedPenceOf,
  sumsOfCharges,
  type ChargeSums,
} from "#app/features/charges/charge-rows.server.ts";
import { invoicePath } from "./own/invoice-link.ts";
import { cancelledOf, owedOf, type Owed } from "./own/owed.ts";
import { readAccount } from "./own/read-account.server.ts";
import type { InvoiceRow } from "./tables.ts";
import { listOn, NO_VAT, vatOn } from "#app/features/settings/offer.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Tables } from "#app/platform/tables.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isDateAgreed, type BookingDay } from "#app/features/booking/fields/status.ts";
import { depositPence, invoiceDueOn } from "#app/features/booking/money/payment-terms.ts";

/** The facts in an invoice's row. */
export function factsOf(row: Omit<Selectable<InvoiceRow>, "id" | "booking_id">): InvoiceFacts {
  return {
    amountPence: row.amount_pence,
    dueOn: row.due_on,
    vendorStatus: row.vendor_status,
    vendorTotalPence: row.vendor_total_pence,
    vendorDueOn: row.vendor_due_on,
    paidPence: row.paid_pence,
    creditedPence: row.credited_pence,
    paidOn: row.paid_on,
    ...(row.on_its_way_on && { onItsWay: { pence: row.on_its_way_pence!, on: row.on_its_way_on } }),
  };
}

/** Makes the address of the page of an invoice of our own. */
type LinkDeps = Pick<Deps, "secrets" | "env">;

type WithBooking = Selectable<InvoiceRow> & Pick<BookingRow, "status" | "cancelled_on" | "updated_at">;

/** Everything in an invoice's row that its booking is compared with. */
export const comparedOf = (row: WithBooking, charges: ChargeSums = sumsOfCharges()) => ({
  ...factsOf(row),
  cancelled: cancelledOf(row, charges, standingPence(factsOf(row)), row),
  /** Pence of agreed charges that invoices of our own have. */
  chargedPence: charges.invoicedPence,
  maker: row.maker,
  kind: row.kind,
  number: row.number,
  issuedOn: row.issued_on,
  isDisputed: row.disputed_on !== null,
  accepted: {
    wantedPence: row.accepted_wanted_pence,
    standingPence: row.accepted_standing_pence,
    forDay: row.accepted_for_day,
  },
});

const toBookingInvoice = (
  deps: LinkDeps,
  row: WithBooking & Pick<BookingRow, "invoice_link_version">,
  charges: ChargeSums | undefined,
) => ({
  onlineUrl:
    row.maker === "own"
      ? deps.env.APP_ORIGIN + invoicePath(deps.secrets, row.vendor_id, row.invoice_link_version)
      : row.online_url,
  readAt: row.read_at,
  ...comparedOf(row, charges),
});

export type BookingInvoice = ReturnType<typeof toBookingInvoice>;

/** The invoices of bookings that the caller may see, by booking id. */
export async function invoicesByBooking(deps: LinkDeps & { db: Executor }, bookingIds: string[]) {
  if (bookingIds.length === 0) return new Map<string, BookingInvoice>();
  const rows = await byIds(bookingIds, (piece) =>
    invoicesWithStatus(deps.db).where("booking_id", "in", piece).execute(),
  );
  const charges = await chargeSums(deps, bookingIds);
  return new Map(
    rows.map((row) => [row.booking_id, toBookingInvoice(deps, row, charges.get(row.booking_id))]),
  );
}

/** The invoices with what decides about their bookings' money. */
export const invoicesWithStatus = (db: Executor) =>
  db
    .selectFrom("invoices")
    .innerJoin("bookings", "bookings.id", "invoices.booking_id")
    .selectAll("invoices")
    .select([
      "bookings.status",
      "bookings.cancelled_on",
      "bookings.updated_at",
      "bookings.invoice_link_version",
    ]);

/** The sums to be paid for a booking now, or paid back, whoever makes its invoices. Xero does not say on which day it
 * credited: an invoice there counts as a whole from its payment on. */
export async function readOwed(deps: Deps, booking: BookingRow): Promise<Owed> {
  const invoice = await findInvoice(deps, booking.id);
  if (invoice?.maker !== "xero") return (await readAccount(deps, booking)).owed;
  const { issuedOn, paidPence, paidOn } = invoice;
  const document = { ...({ id: "", series: "INV", kind: invoice.kind } as const), creditsId: null, issuedOn };
  return owedOf(
    [{ ...document, totalPence: standingPence(invoice), dueOn: dueDayOf(invoice) }],
    paidPence ? [{ pence: paidPence, on: paidOn ?? issuedOn }] : [],
    invoice.cancelled,
  );
}

/** The invoice of a booking that the caller may see; null when there is none. Its days are London's. */
export async function findInvoice(deps: LinkDeps & { db: Executor }, bookingId: string) {
  return (await invoicesByBooking(deps, [bookingId])).get(bookingId) ?? null;
}

/** The VAT words of a mail beside the amount of a booking's newest invoice; null while there is none. */
export async function invoicedVatPhrase(
  { db, settings }: { db: Executor; settings: Deps["settings"] },
  bookingId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("invoices")
    .leftJoin("invoice_documents", "invoice_documents.id", "invoices.vendor_id")
    .select(["invoices.maker", "invoices.issued_on", "invoice_documents.vat_pence"])
    .select("invoice_documents.issued_on as made_on")
    .where("invoices.booking_id", "=", bookingId)
    .executeTakeFirst();
  if (!row) return null;
  const { company, prices } = settings.current();
  const issuedOn = row.made_on ?? row.issued_on;
  const list = listOn(prices, issuedOn);
  // Xero knows by itself whether the practice is registered.
  if (row.maker === "xero" && company.vatNumber === "") return list.vatPhrase;
  const hasVat = row.maker === "xero" || list.vatRate === 0 || row.vat_pence !== 0;
  return hasVat ? vatOn({ company }, list, issuedOn).vatPhrase : NO_VAT.vatPhrase;
}

/** True of an open invoice after its day: of a cancelled booking where its charges are not paid, or where it is to
 * stay. The rule of `standingOf`, for the database. `today` is the day in London. */
function isOverdue(today: IsoDate) {
  const eb = expressionBuilder<Tables, "invoices">();
  const charged = eb.fn.coalesce(invoicedPenceOf(eb), eb.lit(0));
  const standing = sql<number>`coalesce(invoices.vendor_total_pence, invoices.amount_pence) - coalesce(invoices.credited_pence, 0)`;
  const isCancelled = eb
    .selectFrom("bookings as cancelled")
    .select("cancelled.id")
    .whereRef("cancelled.id", "=", "invoices.booking_id")
    .where("cancelled.status", "=", "cancelled");
  return eb.and([
    eb("invoices.vendor_status", "=", "authorised"),
    eb(eb.fn.coalesce("invoices.vendor_due_on", "invoices.due_on"), "<", today),
    eb.or([
      eb("invoices.on_its_way_pence", "is", null),
      sql<boolean>`invoices.on_its_way_pence < ${standing} - coalesce(invoices.paid_pence, 0)`,
    ]),
    eb.or([
      eb.not(eb.exists(isCancelled)),
      eb(charged, ">", eb.fn.coalesce("invoices.paid_pence", eb.lit(0))),
      eb.and([
        eb("invoices.accepted_wanted_pence", "=", charged),
        eb("invoices.accepted_standing_pence", "=", standing),
      ]),
    ]),
  ]);
}

/** Bookings with an overdue invoice, as a query. */
export const overdueBookingIds = (eb: ExpressionBuilder<Tables, "bookings">, today: IsoDate) =>
  eb.selectFrom("invoices").select("invoices.booking_id").where(isOverdue(today));

/** Overdue invoices, the oldest first, with the ids of their bookings; at most `limit`. */
export async function overdueInvoices(
  deps: LinkDeps & { db: Executor },
  today: IsoDate,
  limit: number,
  of?: Expression<SqlBool>,
) {
  const rows = await invoicesWithStatus(deps.db)
    .where(isOverdue(today))
    .$if(of !== undefined, (query) => query.where(of!))
    .orderBy((eb) => eb.fn.coalesce("vendor_due_on", "due_on"))
    .orderBy("invoices.id")
    .limit(limit)
    .execute();
  const charges = await chargeSums(deps, valuesOf(rows, "booking_id"));
  return rows.map((row) => ({
    bookingId: row.booking_id,
    invoice: toBookingInvoice(deps, row, charges.get(row.booking_id)),
  }));
}

type ForTask = InvoiceFacts & Pick<BookingInvoice, "kind" | "number" | "maker" | "accepted" | "chargedPence">;

/** Pence that should be invoiced now, with the charges that are invoiced. */
export const calledFor = (booking: BookingRow, invoice: Pick<ForTask, "kind" | "maker" | "chargedPence">) =>
  priceCalledFor(booking, invoice) + invoice.chargedPence;

/** 0 for a cancelled or unpriced booking, or in Xero for another kind of invoice than its way of payment calls for. */
function priceCalledFor(booking: BookingRow, { kind, maker }: Pick<ForTask, "kind" | "maker">): number {
  if (booking.status === "cancelled") return 0;
  const wanted = booking.payment_method === "pay_now" ? "full" : "deposit";
  if (maker === "xero" && wanted !== kind) return 0;
  return kind === "deposit"
    ? depositPence(booking.total_pence, booking.deposit_percent)
    : booking.total_pence;
}

const OWN_PLACE = "On the page of its invoices,";

/** The amounts of a booking and of its invoice, which differ. */
export type InvoiceDifference = { wantedPence: number; standingPence: number; isAccepted: boolean };

/** Null if the booking and its invoice agree. Staff may accept a difference: until one of the two
 * changes. */
export function invoiceDifference(booking: BookingRow, invoice: ForTask): InvoiceDifference | null {
  const { accepted } = invoice;
  const [wanted, standing] = [calledFor(booking, invoice), standingPence(invoice)];
  if (wanted === standing) return null;
  const isAccepted = accepted.wantedPence === wanted && accepted.standingPence === standing;
  return { wantedPence: wanted, standingPence: standing, isAccepted };
}

/** The due day that the assessment's day calls for, where the invoice has another one. */
export type DueDifference = { day: IsoDate; wantedOn: IsoDate; isAccepted: boolean };

/** Null while the invoice's due day follows the day of its assessment, while that is a mere wish, and when nothing is
 * to be paid. Staff may accept another due day: until the assessment is on another day. */
export function dueDifference(
  booking: Pick<BookingRow, "status" | "days_to_pay">,
  invoice: InvoiceFacts & Pick<BookingInvoice, "maker" | "kind" | "issuedOn" | "accepted">,
  day: BookingDay | null,
): DueDifference | null {
  // The due day of our own follows by itself.
  if (invoice.maker === "own") return null;
  if (!isDateAgreed(day) || booking.status === "cancelled" || openPence(invoice) === 0) return null;
  const wantedOn = invoiceDueOn(invoice.kind, invoice.issuedOn, day.day, booking.days_to_pay);
  if (wantedOn === dueDayOf(invoice)) return null;
  return { day: day.day, wantedOn, isAccepted: invoice.accepted.forDay === day.day };
}

const nameOf = ({ number }: Pick<BookingInvoice, "number">, reference: string) =>
  number ? `Invoice ${number}` : `The invoice with the reference ${reference}`;

/** The task for staff about the due day of an invoice whose assessment is on another day now; null for none. */
export function dueTask(
  booking: Pick<BookingRow, "status" | "reference" | "days_to_pay">,
  invoice: Parameters<typeof dueDifference>[1] & Pick<BookingInvoice, "number">,
  day: BookingDay | null,
): string | null {
  const found = dueDifference(booking, invoice, day);
  if (!found || found.isAccepted) return null;
  const [due, held, wanted] = [dueDayOf(invoice), found.day, found.wantedOn].map((date) => formatDate(date));
  return `${nameOf(invoice, booking.reference)} is due on ${due}, but the assessment is on ${held}. In Xero, change its due date to ${wanted}.`;
}

/** The task for staff about an invoice whose booking changed; null while they agree, or staff accepted that they
 * differ. The service never changes an invoice (docs/decisions/0016). */
export function invoiceTask(booking: BookingRow, invoice: ForTask): string | null {
  const found = invoiceDifference(booking, invoice);
  if (!found || found.isAccepted) return null;
  const { wantedPence: wanted, standingPence: standing } = found;
  const isOwn = invoice.maker === "own";
  const place = isOwn ? OWN_PLACE : "In Xero,";
  const name = nameOf(invoice, booking.reference);
  const under = isOwn ? "" : ` under the reference ${booking.reference}`;
  if (standing === 0) {
    const what = isOwn ? "was credited" : "was voided or credited in Xero";
    return `${name} ${what}, but the booking now needs ${formatPoundsAndPence(wanted)}. ${place} make a new one${under}.`;
  }
  const made = isOwn
    ? `${formatPoundsAndPence(standing)} is invoiced`
    : `${name} ${standing === invoice.amountPence ? "was made" : "is now"} for ${formatPoundsAndPence(standing)}`;
  if (wanted === 0) {
    const deed = isOwn
      ? "make a credit note for what you do not charge"
      : "void it, or make a credit note if it was paid";
    return `${made}, but the booking no longer needs it. ${place} ${deed}.`;
  }
  const difference = wanted - standing;
  const deed = difference > 0 ? "invoice the difference" : "make a credit note for the difference";
  const orElse = isOwn ? "" : ", or void it and make a new one";
  return `${made}, but the booking now needs ${formatPoundsAndPence(wanted)}. ${place} ${deed} of ${formatPoundsAndPence(Math.abs(difference))}${under}${orElse}.`;
}
