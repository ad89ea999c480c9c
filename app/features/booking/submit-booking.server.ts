import type { Transaction } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";
import { enqueueInvoice } from "./enqueue-invoice.server.ts";
import type { Offer } from "#app/features/catalogue/catalogue.ts";
import { priceBooking } from "#app/features/catalogue/pricing.ts";
import { enqueueBookingMails } from "./enqueue-booking-mails.server.ts";
import { transact } from "#app/platform/database.server.ts";
import type { BookingRow } from "./tables.ts";
import type { Tables } from "#app/platform/tables.ts";
import { newBookingRow, type NewBooking } from "./new-booking-row.server.ts";
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
  const booking = await transact(deps.db, async (trx) => {
    const earlier = await findBookingOfDraft(trx, request.draftId);
    return earlier ?? writeBooking(trx, deps, request);
  });
  deps.jobs.wake();
  return booking;
}

async function findBookingOfDraft(trx: Trx, draftId: string | undefined): Promise<BookingRow | undefined> {
  if (draftId === undefined) return undefined;
  return trx.selectFrom("bookings").selectAll().where("draft_id", "=", draftId).executeTakeFirst();
}

async function writeBooking(trx: Trx, deps: SubmitDeps, request: BookingRequest): Promise<BookingRow> {
  const { submission, draftId } = request;
  const price = priceBooking(submission, request.offer);
  const row = newBookingRow(deps, request, { reference: await freeReference(trx, deps), price });
  if (!(await insertBooking(trx, row))) return (await findBookingOfDraft(trx, draftId))!;
  await trx
    .insertInto("booking_lines")
    .values(
      price.lines.map((line, position) => ({
        booking_id: row.id,
        position,
        assessment_id: line.id,
        name: line.name,
        price_pence: line.pricePence,
      })),
    )
    .execute();
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

async function freeReference(trx: Trx, deps: SubmitDeps): Promise<string> {
  for (;;) {
    const reference = deps.ids.reference();
    const taken = await trx
      .selectFrom("bookings")
      .select("id")
      .where("reference", "=", reference)
      .executeTakeFirst();
    if (!taken) return reference;
  }
}
