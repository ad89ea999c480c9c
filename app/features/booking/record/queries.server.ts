import { byIds } from "#app/kit/pieces.server.ts";
import { sql } from "kysely";
import type { Db, Executor } from "#app/platform/database.server.ts";
import { toPounds } from "#app/platform/money.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import type { BookingLineRow, BookingRow } from "#app/features/booking/fields/tables.ts";
import type { GivenBilling } from "#app/features/booking/money/billing.ts";
import { givenBilling, shownValues } from "#app/features/booking/fields/field-columns.server.ts";

type QueryDeps = { db: Db; secrets: Secrets };

/** The booking's assessments with prices in pence, in their order. */
export const bookingLines = async (executor: Executor, bookingId: string): Promise<BookingLineRow[]> =>
  executor
    .selectFrom("booking_lines")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("position")
    .execute();

/** The caller has proved the right to the booking (`requireBooking`). */
export const readBooking = async (deps: QueryDeps, booking: BookingRow): Promise<BookingReadModel> =>
  toReadModel(deps.secrets, booking, await bookingLines(deps.db, booking.id));

/** `before` is the last id of the previous page. */
export type PageOfList = { limit?: number; before?: string };

/** Bookings, newest first. `before` is the last id of the previous page. */
export function newestBookings(db: Db, { limit, before }: PageOfList) {
  const isOlder = sql<boolean>`(created_at, id) < (select b.created_at, b.id from bookings b where b.id = ${before})`;
  return db
    .selectFrom("bookings")
    .selectAll()
    .$if(before !== undefined, (query) => query.where(isOlder))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .$if(limit !== undefined, (query) => query.limit(limit!));
}

export const listAllBookings = ({ db }: { db: Db }, page: PageOfList): Promise<BookingRow[]> =>
  newestBookings(db, page).execute();

/** The last booking of a page of `size`, after `before`; null when none follows it. */
export async function endOfPage({ db }: { db: Db }, size: number, before?: string) {
  const [end, next] = await newestBookings(db, before === undefined ? {} : { before })
    .clearSelect()
    .select(["id", "created_at as createdAt"])
    .limit(2)
    .offset(size - 1)
    .execute();
  return next ? end! : null;
}

/** The lines of several bookings, by booking id, each booking's in their order. */
export async function linesByBooking(executor: Executor, bookings: readonly { id: string }[]) {
  const lines = await byIds(
    bookings.map(({ id }) => id),
    (piece) =>
      executor
        .selectFrom("booking_lines")
        .selectAll()
        .where("booking_id", "in", piece)
        .orderBy("position")
        .execute(),
  );
  return Map.groupBy(lines, (line) => line.booking_id);
}

/** The bookings in the order given. One query reads the assessments of all. */
export async function readBookings(deps: QueryDeps, bookings: BookingRow[]): Promise<BookingReadModel[]> {
  const linesOf = await linesByBooking(deps.db, bookings);
  return bookings.map((booking) => toReadModel(deps.secrets, booking, linesOf.get(booking.id) ?? []));
}

/** The billing details of the bookings that have any, by booking id. */
export async function billingByBooking({ db, secrets }: QueryDeps, ids: string[]) {
  const rows = await byIds(ids, (piece) =>
    db
      .selectFrom("bookings")
      .select(["id", "po_number", "matter_reference"])
      .select(["billing_name_sealed", "billing_address_sealed", "billing_email_sealed"])
      .where("id", "in", piece)
      .execute(),
  );
  return new Map<string, GivenBilling>(rows.map((row) => [row.id, givenBilling(secrets, row)]));
}

/** The booking as screens and the API show it. Money in pounds, VAT included; instants in UTC. */
export function toReadModel(secrets: Secrets, booking: BookingRow, lines: BookingLineRow[]) {
  const isVirtual = booking.is_virtual === 1;
  return {
    id: booking.id,
    bookingReference: booking.reference,
    bookingStatus: booking.status,
    status: booking.status,
    ...shownValues(secrets, booking),
    isVirtual,
    isVirtualAssessment: isVirtual,
    totalValue: toPounds(booking.total_pence),
    selectedAssessments: lines.map((line) => line.name),
    referrerOrganization: booking.referrer_organisation,
    createdAt: booking.created_at,
    ...givenBilling(secrets, booking),
    ...(booking.is_on_account === 1 && { onAccount: true }),
    ...(booking.channel && { channel: booking.channel }),
    calculatedPricing: {
      assessmentPrices: lines.map((line) => ({
        id: line.assessment_id,
        name: line.name,
        price: line.price_pence === null ? null : toPounds(line.price_pence),
        isPriceOnRequest: line.price_pence === null,
      })),
      subtotal: toPounds(booking.subtotal_pence),
      discount: toPounds(booking.discount_pence),
      total: toPounds(booking.total_pence),
    },
  };
}

export type BookingReadModel = ReturnType<typeof toReadModel>;
