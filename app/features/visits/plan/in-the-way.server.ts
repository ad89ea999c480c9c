import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedBy } from "#app/features/audit/record-audit.server.ts";
import { consumerRights } from "#app/features/booking/fields/consumer.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { closeRequest, openRequests } from "#app/features/booking/record/requests.server.ts";
import type { MailPayloads } from "#app/features/outbox/mail-topics.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { inTheWay, isAskedDay, type Decided, type InTheWay } from "./in-the-way.ts";

export async function readInTheWay(
  { db, clock }: Pick<Deps, "clock"> & { db: Executor },
  booking: BookingRow,
): Promise<InTheWay> {
  const today = londonDate(clock.now());
  return inTheWay(await openRequests(db, booking.id), consumerRights(booking, today), today);
}

type Settled = {
  /** To be written with the booking. */
  columns: Partial<Pick<BookingRow, "start_requested" | "preferred_date">>;
  /** For the referrer's mail about the visit. */
  answered?: MailPayloads["visit-agreed"]["answered"];
};

/** Writes what a visit on `day` settles: that the referrer asked for an early start, and the answer to a request
 * for another date. For a day that `whyNotYet` lets pass, in the transaction that writes it. */
export async function settleInTheWay(
  deps: Deps,
  bookingId: string,
  way: InTheWay,
  { day, decided = {}, by }: { day: IsoDate | null; decided?: Decided | undefined; by: ActedBy },
): Promise<Settled> {
  const isStarted = way.mayCancelUntil !== null && decided.isStartRequested === true;
  if (isStarted) await recordAudit(deps, by, "booking.start-requested", ["booking", bookingId]);
  const start = isStarted ? { start_requested: 1 as const } : {};
  const { askedDate } = way;
  const isSameDay = isAskedDay(way, day);
  if (!askedDate || !(isSameDay || decided.isRequestAnswered)) return { columns: start };
  const as = isSameDay ? "accepted" : "another-day";
  await closeRequest(deps, { ...askedDate, booking_id: bookingId, kind: "date" }, { as, by });
  // The wish of today: it counts again if the visit is cancelled.
  const wish = isSameDay ? { preferred_date: day } : {};
  return { columns: { ...start, ...wish }, answered: { day: askedDate.day, as } };
}
