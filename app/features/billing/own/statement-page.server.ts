import { valuesOf } from "#app/platform/values-of.ts";
import { sql, type ExpressionBuilder } from "kysely";
import type { Tables } from "#app/platform/tables.ts";
import { askedDay } from "#app/forms/date-parts.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { addDays, formatLongDate, formatShortDate, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { dueDayOf, openPence } from "../invoice-standing.ts";
import { invoicesByBooking } from "../invoice-state.server.ts";
import { AGES, agesOf, type Age } from "./ageing.ts";
import { sellerOf } from "./content.ts";
import { documentsOfBookings } from "./documents.server.ts";
import { whatOf } from "./payment-words.ts";
import { bookingNamed } from "./payments-page.server.ts";
import { readAccounts } from "./read-account.server.ts";
import { statementOf, type Entry } from "./statement.ts";

const money = formatPoundsAndPence;
const AT_FIRST_DAYS = 366;

/** Bookings of the same customer: by the address that was given, or by the organisation's name. */
async function bookingsOf({ db }: Pick<Deps, "db">, booking: BookingRow, isWhole: boolean) {
  const query = db.selectFrom("bookings").selectAll();
  const organisation = booking.referrer_organisation?.trim() ?? "";
  const ofName = sql<boolean>`lower(trim(referrer_organisation)) = ${organisation.toLowerCase()}`;
  const rows =
    isWhole && organisation !== ""
      ? query.where("referrer_email_key", "!=", "").where(ofName)
      : query.where("referrer_email_key", "=", booking.referrer_email_key);
  return rows.orderBy("created_at").orderBy("id").execute();
}

/** Bookings with an invoice made here or a payment. */
export const hasEntries = (eb: ExpressionBuilder<Tables, "bookings">) =>
  eb.or([
    eb.exists(
      eb
        .selectFrom("invoice_documents")
        .select("invoice_documents.id")
        .whereRef("invoice_documents.booking_id", "=", "bookings.id"),
    ),
    eb.exists(
      eb.selectFrom("payments").select("payments.id").whereRef("payments.booking_id", "=", "bookings.id"),
    ),
  ]);

/** Entries of these bookings, not in order: what was invoiced, credited, paid and refunded. */
export async function entriesOf({ db, ...deps }: Deps, bookings: readonly BookingRow[]) {
  const ids = bookings.map(({ id }) => id);
  const references = new Map(bookings.map(({ id, reference }) => [id, reference]));
  const documents = [...(await documentsOfBookings({ db }, ids)).values()]
    .flat()
    .toSorted((a, b) => a.issuedAt.localeCompare(b.issuedAt) || a.number.localeCompare(b.number));
  const payments = await byIds(ids, (piece) =>
    db
      .selectFrom("payments")
      .select(["booking_id", "pence", "moved_on", "source"])
      .where("booking_id", "in", piece)
      .where("undone_at", "is", null)
      .orderBy("recorded_at")
      .orderBy("id")
      .execute(),
  );
  const issued = documents.map(({ series, number, issuedOn, totalPence, bookingId }): Entry => {
    const isInvoice = series === "INV";
    return {
      on: issuedOn,
      reference: references.get(bookingId)!,
      what: `${isInvoice ? "Invoice" : "Credit note"} ${number}`,
      pence: isInvoice ? totalPence : -totalPence,
    };
  });
  const moved = payments.map(({ booking_id, pence, moved_on, source }): Entry => ({
    on: moved_on,
    reference: references.get(booking_id)!,
    pence: -pence,
    what: whatOf({ pence, source }),
  }));
  const accounts = await readAccounts({ ...deps, db }, bookings);
  const cancelled = bookings.flatMap(({ id, reference }): Entry[] => {
    const { cancelledOn, droppedPence } = accounts.get(id)!.owed;
    if (cancelledOn === null || droppedPence === 0) return [];
    const what = droppedPence > 0 ? "Booking cancelled" : "Charges that remain";
    return [{ on: cancelledOn, what, reference, pence: -droppedPence }];
  });
  return [...issued, ...moved, ...cancelled];
}

/** The days that an address asks for; the last year where it names none. */
export function daysAsked(query: URLSearchParams, today: IsoDate) {
  const days = {
    from: askedDay(query, "from") ?? addDays(today, -AT_FIRST_DAYS),
    until: askedDay(query, "until") ?? today,
  };
  return days.from > days.until ? { from: days.until, until: days.from } : days;
}

/** Invoices of bookings that were made here, credit notes, payments and refunds in these days, both included. Nobody
 * is named. */
export async function readSheet(
  deps: Deps,
  bookings: readonly BookingRow[],
  { from, until }: ReturnType<typeof daysAsked>,
) {
  const today = londonDate(deps.clock.now());
  const { openingPence, lines, closingPence } = statementOf(await entriesOf(deps, bookings), from, until);
  const invoices = await invoicesByBooking(deps, valuesOf(bookings, "id"));
  const open = [...invoices.values()].filter(({ maker }) => maker === "own");
  const ages = agesOf(
    open.map((invoice) => ({ dueOn: dueDayOf(invoice), openPence: openPence(invoice) })),
    today,
  );
  const onItsWayPence = open.reduce((sum, { onItsWay }) => sum + (onItsWay?.pence ?? 0), 0);
  const { company } = deps.settings.current();
  return {
    from,
    until,
    openingPence,
    closingPence,
    seller: sellerOf(company, today),
    period: `${formatLongDate(from)} to ${formatLongDate(until)}`,
    opening: money(openingPence),
    lines: lines.map(({ on, what, reference, pence, balancePence }): SheetLine => ({
      day: formatShortDate(on),
      what,
      reference,
      pence,
      balancePence,
      amount: money(pence),
      balance: money(balancePence),
    })),
    closing: money(Math.abs(closingPence)),
    closingName: closingPence < 0 ? "In your favour" : "To pay",
    ages: (Object.keys(AGES) as Age[]).map((age) => ({ name: AGES[age], amount: money(ages[age]) })),
    onItsWay: onItsWayPence > 0 ? `${money(onItsWayPence)} is on its way: please do not pay it again.` : "",
    bankDetails: ages.total > 0 ? company.bankDetails : "",
  };
}

export type SheetLine = {
  day: string;
  what: string;
  reference: string;
  /** Matter and PO number, for an organisation. */
  about?: string;
  pence: number;
  balancePence: number;
  amount: string;
  balance: string;
};

export type Sheet = Awaited<ReturnType<typeof readSheet>>;

/** The statement of whoever booked a booking, or of their whole organisation: invoices made here, credit notes,
 * payments and refunds. Nobody assessed is named. Null for an unknown or erased booking. */
export async function readStatement(deps: Deps, query: URLSearchParams) {
  const asked = query.get("booking") ?? "";
  const booking = (await findBooking(deps.db, asked)) ?? (await bookingNamed(deps, asked));
  if (!booking || booking.referrer_email_key === "") return null;
  const { from, until } = daysAsked(query, londonDate(deps.clock.now()));
  const organisation = booking.referrer_organisation?.trim() ?? "";
  const isWhole = query.get("who") === "organisation" && organisation !== "";
  const sheet = await readSheet(deps, await bookingsOf(deps, booking, isWhole), { from, until });
  const person = `${booking.referrer_first_name} ${booking.referrer_last_name}`;
  return {
    ...sheet,
    bookingId: booking.id,
    organisation,
    isWhole,
    refusal: await staffRefusal(deps.db, booking),
    name: isWhole ? organisation : person,
    pdf: `/admin/payments/statement.pdf?${new URLSearchParams({
      booking: booking.id,
      from,
      until,
      ...(isWhole && { who: "organisation" }),
    })}`,
  };
}

export type StatementPage = NonNullable<Awaited<ReturnType<typeof readStatement>>>;
