import type { Deps } from "#app/deps.server.ts";
import { agreedCharges, sumsOfCharges, type AgreedCharge } from "#app/features/charges/charge-rows.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { invoiceDueOn } from "#app/features/booking/money/payment-terms.ts";
import { bookingDayOf } from "#app/features/visits/record/booking-days.server.ts";
import type { InvoiceReading } from "#app/integrations/accounting/accounting.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { onItsWayOf } from "../card/read-soon.server.ts";
import { accountOf, type Account, type Issued } from "./account.ts";
import { movedOf } from "./payments.server.ts";
import { cancelledOf, owedOf, type Owed } from "./owed.ts";
import { documentsOf, type IssuedDocument } from "./documents.server.ts";

type Read = Pick<Deps, "clock" | "secrets"> & { db: Executor };

/** The day of the assessment, as every page says it; null while there is none. */
export async function assessmentDay(deps: Read, booking: BookingRow): Promise<IsoDate | null> {
  return (await bookingDayOf(deps, booking))?.day ?? null;
}

/** Payment follows the visit when that is moved to a later day, and never becomes due before the printed day. */
function followDay<Document extends Issued>(document: Document, day: IsoDate | null): Document {
  if (day === null || (document.kind !== "full" && document.kind !== "deposit")) return document;
  const dueOn = invoiceDueOn(document.kind, document.issuedOn, day);
  return dueOn > document.dueOn ? { ...document, dueOn } : document;
}

export type BookingAccount = {
  account: Account;
  /** The account as it is once what is on its way has come. */
  asked: Account;
  documents: IssuedDocument[];
  /** Agreed charges, on an invoice or not yet. */
  charges: AgreedCharge[];
  owed: Owed;
};

/** The account of a booking, as it is now. Every page, mail and list that says what is paid or due reads it, or
 * `invoices`, which is derived from it. */
export async function readAccount(deps: Read, booking: BookingRow): Promise<BookingAccount> {
  const day = await assessmentDay(deps, booking);
  const documents = (await documentsOf(deps, booking.id)).map((one) => followDay(one, day));
  const charges = await agreedCharges(deps, booking.id);
  const moved = await movedOf(deps, booking.id);
  const account = accountOf(documents, moved);
  const accepted = await deps.db
    .selectFrom("invoices")
    .select(["accepted_wanted_pence", "accepted_standing_pence"])
    .where("booking_id", "=", booking.id)
    .executeTakeFirst();
  const standingPence = account.invoicedPence - account.creditedPence;
  const cancelled = cancelledOf(booking, sumsOfCharges(charges), standingPence, accepted);
  const onItsWay = await onItsWayOf(deps, booking.id);
  const owed = owedOf(documents, moved, cancelled, onItsWay);
  const asked = onItsWay ? accountOf(documents, [...moved, onItsWay]) : account;
  return { documents, charges, account, asked, owed };
}

/** Pence of the booking's price that invoices have, credit notes and charges taken off. */
export function coveredPence({ account, charges }: BookingAccount): number {
  const charged = charges.filter(({ documentId }) => documentId !== null);
  return account.invoicedPence - account.creditedPence - charged.reduce((sum, { pence }) => sum + pence, 0);
}

/** The account in the terms of an accounting system; null before the first invoice. */
export function readingOf({
  account,
  documents,
}: Pick<BookingAccount, "account" | "documents">): InvoiceReading | null {
  const newest = documents.findLast(({ series }) => series === "INV");
  if (!newest) return null;
  return {
    vendorId: newest.id,
    number: newest.number,
    status: account.openPence > 0 ? "authorised" : "paid",
    totalPence: account.invoicedPence,
    paidPence: account.receivedPence - account.refundedPence,
    creditedPence: account.creditedPence,
    dueOn: account.dueOn,
    paidOn: account.openPence > 0 ? null : account.paidOn,
  };
}
