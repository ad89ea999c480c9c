import type { Deps } from "#app/deps.server.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import { chargesOf, sumsOfCharges, type AgreedCharge } from "#app/features/charges/charge-rows.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { invoiceDueOn } from "#app/features/booking/money/payment-terms.ts";
import { bookingDayOf, bookingDays } from "#app/features/visits/record/booking-days.server.ts";
import type { InvoiceReading } from "#app/integrations/accounting/accounting.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { onItsWayByBooking } from "../card/read-soon.server.ts";
import { accountOf, type Account, type Issued } from "./account.ts";
import { movedOfBookings } from "./payments.server.ts";
import { cancelledOf, owedOf, type Owed } from "./owed.ts";
import { documentsOfBookings, type IssuedDocument } from "./documents.server.ts";

type Read = Pick<Deps, "clock" | "secrets"> & { db: Executor };

/** Takes turns with all who change the account of a booking, in their transactions. */
export async function lockAccount(trx: Executor, bookingId: string): Promise<void> {
  await trx.selectFrom("bookings").select("id").where("id", "=", bookingId).forUpdate().execute();
}

/** The day of the assessment, as every page says it; null while there is none. */
export async function assessmentDay(deps: Read, booking: BookingRow): Promise<IsoDate | null> {
  return (await bookingDayOf(deps, booking))?.day ?? null;
}

/** Payment follows the visit when that is moved to a later day, and never becomes due before the printed day. */
function followDay<Document extends Issued>(document: Document, day: IsoDate | null, daysToPay: number) {
  if (day === null || (document.kind !== "full" && document.kind !== "deposit")) return document;
  const dueOn = invoiceDueOn(document.kind, document.issuedOn, day, daysToPay);
  return dueOn > document.dueOn ? { ...document, dueOn } : document;
}

export type BookingAccount = {
  account: Account;
  /** The account as it is once what is on its way has come. */
  asked: Account;
  documents: IssuedDocument[];
  /** Agreed charges, on an invoice or not yet. */
  charges: AgreedCharge[];
  /** The day of the assessment, as every page says it; null while there is none. */
  day: IsoDate | null;
  owed: Owed;
};

/** The accounts of bookings, as they are now, in a few queries for any number. Every page, mail and list that says what
 * is paid or due reads them, or `invoices`, which is derived from them. */
export async function readAccounts(deps: Read, bookings: readonly BookingRow[]) {
  const ids = bookings.map(({ id }) => id);
  const days = await bookingDays(deps, bookings);
  const documentsOf = await documentsOfBookings(deps, ids);
  const agreed = (await chargesOf(deps, ids)).filter(({ state }) => state === "agreed");
  const chargesOfBooking = Map.groupBy(agreed, ({ bookingId }) => bookingId);
  const movedOf = await movedOfBookings(deps, ids);
  const rows = await byIds(ids, (piece) =>
    deps.db
      .selectFrom("invoices")
      .select(["booking_id", "accepted_wanted_pence", "accepted_standing_pence"])
      .where("booking_id", "in", piece)
      .execute(),
  );
  const comingOf = await onItsWayByBooking(deps, ids);
  const accepted = new Map(rows.map((row) => [row.booking_id, row]));
  return new Map(
    bookings.map((booking) => {
      const { id } = booking;
      const day = days.get(id)?.day ?? null;
      const documents = documentsOf.get(id)!.map((one) => followDay(one, day, booking.days_to_pay));
      const charges = chargesOfBooking.get(id) ?? [];
      const moved = movedOf.get(id) ?? [];
      const account = accountOf(documents, moved);
      const standingPence = account.invoicedPence - account.creditedPence;
      const cancelled = cancelledOf(booking, sumsOfCharges(charges), standingPence, accepted.get(id));
      const onItsWay = comingOf.get(id) ?? null;
      const chargeIds = charges.flatMap(({ documentId }) => documentId ?? []);
      const owed = owedOf(documents, moved, cancelled, { onItsWay, chargeIds });
      const asked = onItsWay ? accountOf(documents, [...moved, onItsWay]) : account;
      return [id, { documents, charges, account, asked, day, owed }];
    }),
  );
}

export const readAccount = async (deps: Read, booking: BookingRow): Promise<BookingAccount> =>
  (await readAccounts(deps, [booking])).get(booking.id)!;

/** Pence of the booking's price that invoices have, credit notes and charges taken off. */
export function coveredPence({ account, charges }: BookingAccount): number {
  const charged = charges.filter(({ documentId }) => documentId !== null);
  return account.invoicedPence - account.creditedPence - charged.reduce((sum, { pence }) => sum + pence, 0);
}

/** The account in the terms of an accounting system; null before the first invoice. */
export function readingOf({ account, documents, owed }: BookingAccount): InvoiceReading | null {
  const newest = documents.findLast(({ series }) => series === "INV");
  if (!newest) return null;
  return {
    vendorId: newest.id,
    number: newest.number,
    status: account.openPence > 0 ? "authorised" : "paid",
    totalPence: account.invoicedPence,
    paidPence: account.receivedPence - account.refundedPence,
    creditedPence: account.creditedPence,
    dueOn: owed.dueOn ?? account.dueOn,
    paidOn: account.openPence > 0 ? null : account.paidOn,
  };
}
