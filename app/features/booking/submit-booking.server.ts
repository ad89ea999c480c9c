import type { Transaction } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";
import { enqueueInvoice } from "./enqueue-invoice.server.ts";
import type { Offer } from "#app/features/catalogue/catalogue.ts";
import { priceBooking } from "#app/features/catalogue/pricing.ts";
import { enqueueBookingMails } from "./enqueue-booking-mails.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { preparedQuery } from "#app/platform/prepared-query.server.ts";
import type { BookingLineRow, BookingRow } from "./tables.ts";
import type { Tables } from "#app/platform/tables.ts";
import { newBookingRow, type NewBooking } from "./new-booking-row.server.ts";
import { bookingOfDraft } from "./find-booking.server.ts";
import { insertBooking } from "./write-booking.server.ts";

type SubmitDeps = Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets" | "jobs" | "settings">;
type Trx = Transaction<Tables>;

export type BookingRequest = NewBooking & {
  actor: Actor;
  requestId: string;
  /** What it was shown under; what is offered now, unless given. */
  offer?: Offer | undefined;
  /** Runs in the same transaction after the booking was written. */
  alsoWrite?: (trx: Trx, booking: BookingRow) => Promise<void>;
};

/** Writes booking, lines, mails, invoice job and audit row in one transaction. A draft that was booked before gives
 * back that booking and writes nothing. */
export async function submitBooking(deps: SubmitDeps, request: BookingRequest): Promise<BookingRow> {
  const booking = await transact(deps.db, (trx) => writeBooking(trx, deps, request));
  deps.jobs.wake();
  return booking;
}

const insertLines = preparedQuery((trx, rows: BookingLineRow[]) =>
  trx.insertInto("booking_lines").values(rows),
);

async function writeBooking(trx: Trx, deps: SubmitDeps, request: BookingRequest): Promise<BookingRow> {
  const { submission, draftId } = request;
  const price = priceBooking(submission, request.offer);
  const row = newBookingRow(deps, request, { reference: await freeReference(trx, deps), price });
  if (!(await insertBooking(trx, row))) return (await bookingOfDraft(trx, draftId!))!;
  const lines = price.lines.map((line, position) => ({
    booking_id: row.id,
    position,
    assessment_id: line.id,
    name: line.name,
    price_pence: line.pricePence,
  }));
  await insertLines(trx, lines);
  await enqueueBookingMails(trx, deps, row);
  await enqueueInvoice(trx, deps, row);
  await recordAudit(trx, deps, {
    actor: request.actor,
    action: "booking.created",
    subject: { kind: "booking", id: row.id },
    requestId: request.requestId,
  });
  await request.alsoWrite?.(trx, row);
  return row;
}

const selectReference = preparedQuery((trx, reference: string) =>
  trx.selectFrom("bookings").select("id").where("reference", "=", reference),
);

async function freeReference(trx: Trx, deps: SubmitDeps): Promise<string> {
  for (;;) {
    const reference = deps.ids.reference();
    const { rows } = await selectReference(trx, reference);
    if (rows.length === 0) return reference;
  }
}
