import type { Deps } from "#app/deps.server.ts";
import { lastDayToCancel } from "#app/features/booking/fields/consumer.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { visitsByBooking } from "#app/features/visits/record/find-visits.server.ts";
import { outcomesOf } from "#app/features/visits/record/visit-records.server.ts";
import { instantOf } from "#app/features/visits/record/visit-times.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { isSettled, standingOf } from "./charge-kinds.ts";
import { chargesOf } from "./charge-rows.server.ts";
import { isOfConsumer } from "./charges.server.ts";
import { suggestCharges, type Suggestion } from "./suggest.ts";

type Read = Pick<Deps, "secrets" | "settings" | "clock"> & { db: Executor };

/** Tenths of miles by visit, of those that have any. */
export type Miles = ReadonlyMap<string, number>;

/** Nothing is suggested for older visits. */
const SUGGESTED_DAYS = 60;

/** Bookings of which a visit of the last days may call for a charge. */
export async function bookingsToCharge({ db, clock }: Pick<Read, "db" | "clock">, limit: number) {
  const today = londonDate(clock.now());
  const rows = await db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .select("visits.booking_id")
    .distinct()
    .where("visits.day", ">=", addDays(today, -SUGGESTED_DAYS))
    .where("bookings.referrer_email_key", "!=", "")
    .where((eb) =>
      eb.or([
        eb("visits.ended_as", "in", ["not-held", "held-in-part"]),
        eb("visits.day", "<=", today),
        eb("bookings.status", "=", "cancelled"),
      ]),
    )
    .limit(limit)
    .execute();
  return rows.map(({ booking_id }) => booking_id);
}

/** Charges that follow from what happened and that nobody has decided about, by the booking's id. */
export async function readSuggestions(
  deps: Read,
  bookings: readonly BookingRow[],
  milesOf: (visitIds: readonly string[]) => Promise<Miles>,
): Promise<Map<string, Suggestion[]>> {
  const rules = deps.settings.current().charges;
  const now = deps.clock.now();
  const today = londonDate(now);
  const ids = bookings.map(({ id }) => id);
  const visits = await visitsByBooking(deps.db, ids);
  const visitIds = [...visits.values()].flat().map(({ id }) => id);
  const outcomes = await outcomesOf(deps, visitIds);
  const miles = await milesOf(visitIds);
  const charges = await chargesOf(deps, ids);
  return new Map(
    bookings.map((booking) => {
      const own = (visits.get(booking.id) ?? []).filter(({ day }) => day >= addDays(today, -SUGGESTED_DAYS));
      const cancelledAt = own.findLast(({ ended_as }) => ended_as === "cancelled")?.ended_at ?? null;
      const isFree =
        isOfConsumer(booking) &&
        cancelledAt !== null &&
        londonDate(new Date(cancelledAt)) <= lastDayToCancel(booking.created_at);
      const suggested = suggestCharges(rules, {
        totalPence: booking.total_pence,
        isChargeableCancellation: booking.status === "cancelled" && !isFree,
        visits: own.map((visit) => {
          const outcome = outcomes.get(visit.id)?.at(-1);
          return {
            ...{ id: visit.id, day: visit.day, held: outcome?.held ?? null },
            startsAt: new Date(instantOf(visit.day, visit.start)).toISOString(),
            reason: outcome?.details?.reason ?? null,
            cancelledAt: visit.ended_as === "cancelled" ? visit.ended_at : null,
            tenths: miles.get(visit.id) ?? 0,
          };
        }),
      });
      const done = new Set(
        charges
          .filter((one) => one.bookingId === booking.id && isSettled(standingOf(one, today)))
          .map(({ cause }) => cause),
      );
      return [booking.id, suggested.filter(({ cause }) => !done.has(cause))];
    }),
  );
}
