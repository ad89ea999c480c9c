import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { DocumentRow } from "./tables.ts";

type Infected = Pick<DocumentRow, "booking_id" | "purpose" | "uploaded_by_kind" | "uploaded_by_id">;

/** Queues mails about a file in which a virus was found: to whoever sent it, and to the practice. One a day (London) to
 * each for any number of a booking's papers, and one for its reports. */
export async function tellOfVirus(trx: Executor, deps: Deps, file: Infected): Promise<void> {
  const booking = await findBooking(trx, file.booking_id);
  if (!booking || isErased(booking)) return;
  const { id: bookingId } = booking;
  const { uploaded_by_kind: kind, uploaded_by_id: senderId } = file;
  const page = ({ paper: "documents", report: "report", receipt: "expenses" } as const)[file.purpose];
  const keyFor = (reader: string) => `virus:${bookingId}:${page}:${reader}:${londonDate(deps.clock.now())}`;
  await enqueueMail(trx, deps, {
    topic: "virus-notice",
    to: deps.settings.current().company.email,
    bookingId,
    dedupeKey: keyFor("office"),
    payload: { path: page === "expenses" ? "/admin/pay" : `/admin/bookings/${bookingId}/${page}` },
  });
  if (kind === "visitor" || kind === "customer") {
    await enqueueMail(trx, deps, {
      topic: "virus-found",
      to: booking.referrer_email,
      bookingId,
      dedupeKey: keyFor("referrer"),
      payload: {},
    });
  }
  if (kind !== "assessor" || senderId === null) return;
  const inside = { ...deps, db: trx };
  const assessor = (await assessorsById(inside, [senderId])).get(senderId);
  const visits = await visitsOfBooking(inside, bookingId);
  const visit = visits.findLast(({ assessor_id }) => assessor_id === senderId);
  if (!assessor || !visit) return;
  await enqueueMail(trx, deps, {
    topic: "assessor-virus-found",
    to: assessor.email,
    bookingId,
    dedupeKey: keyFor(senderId),
    payload: { assessorId: senderId, page },
  });
}
