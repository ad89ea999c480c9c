import type { Deps } from "#app/deps.server.ts";
import { isOfConsumer, lastDayToCancel } from "#app/features/booking/fields/consumer.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { VisitRow } from "#app/features/visits/record/tables.ts";
import { visitsByBooking } from "#app/features/visits/record/find-visits.server.ts";
import { outcomesOf } from "#app/features/visits/record/visit-records.server.ts";
import { instantOf } from "#app/features/visits/record/visit-times.ts";
import { inPages, MAX_PIECE } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { isSettled, possibleCauses, standingOf, suggestCharges } from "./charge-kinds.ts";
import { chargesOf } from "./charge-rows.server.ts";

type Read = Pick<Deps, "secrets" | "settings" | "clock"> & { db: Executor };

/** Tenths of miles by visit, of those that have any. */
export type MilesOf = (visitIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Nothing is suggested for older visits. */
const SUGGESTED_DAYS = 60;

/** Bookings with a visit of the last days that calls for a charge by the rules, where nobody has proposed one. The
 * earliest visits come first. */
export async function bookingsToCharge(
  { db, clock, settings }: Pick<Read, "db" | "clock" | "settings">,
  milesOf: MilesOf,
): Promise<string[]> {
  const rules = settings.current().charges;
  const today = londonDate(clock.now());
  const since = addDays(today, -SUGGESTED_DAYS);
  const known = await db
    .selectFrom("charges")
    .select("cause")
    .where("cause", "is not", null)
    .where("booking_id", "in", (eb) =>
      eb.selectFrom("visits").select("visits.booking_id").where("visits.day", ">=", since),
    )
    .execute();
  const proposed = new Set(known.map(({ cause }) => cause));
  const found = new Set<string>();
  const pages = inPages<Pick<VisitRow, "id" | "day" | "booking_id" | "ended_as">>((last) =>
    db
      .selectFrom("visits")
      .innerJoin("bookings", "bookings.id", "visits.booking_id")
      .select(["visits.id", "visits.day", "visits.booking_id", "visits.ended_as"])
      .where("visits.day", ">=", last?.day ?? since)
      .$if(last !== undefined, (query) =>
        query.where((eb) => eb.or([eb("visits.day", ">", last!.day), eb("visits.id", ">", last!.id)])),
      )
      .where((eb) => eb.or([eb("visits.ended_as", "is not", null), eb("visits.day", "<=", today)]))
      .where("bookings.referrer_email_key", "!=", "")
      .orderBy("visits.day")
      .orderBy("visits.id")
      .limit(MAX_PIECE)
      .execute(),
  );
  for await (const visits of pages) {
    const miles = await milesOf(visits.map(({ id }) => id));
    for (const { id, booking_id, ended_as } of visits) {
      const causes = possibleCauses(rules, { id, tenths: miles.get(id) ?? 0, endedAs: ended_as });
      if (causes.some((cause) => !proposed.has(cause))) found.add(booking_id);
    }
  }
  return [...found];
}

/** Charges that follow from what happened and that nobody has decided about, by the booking's id. */
export async function readSuggestions(deps: Read, bookings: readonly BookingRow[], milesOf: MilesOf) {
  const rules = deps.settings.current().charges;
  const now = deps.clock.now();
  const today = londonDate(now);
  const ids = bookings.map(({ id }) => id);
  const visits = await visitsByBooking(deps.db, ids);
  const visitIds = [...visits.values()].flat().map(({ id }) => id);
  const outcomes = await outcomesOf(deps, visitIds);
  const miles = await milesOf(visitIds);
  const charges = await chargesOf(deps, ids);
  const chargesOfBooking = Map.groupBy(charges, ({ bookingId }) => bookingId);
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
            id: visit.id,
            day: visit.day,
            held: outcome?.held ?? null,
            startsAt: new Date(instantOf(visit.day, visit.start)).toISOString(),
            reason: outcome?.details?.reason ?? null,
            cancelledAt: visit.ended_as === "cancelled" ? visit.ended_at : null,
            tenths: miles.get(visit.id) ?? 0,
          };
        }),
      });
      const done = new Set(
        (chargesOfBooking.get(booking.id) ?? [])
          .filter((one) => isSettled(standingOf(one, today)))
          .map(({ cause }) => cause),
      );
      return [booking.id, suggested.filter(({ cause }) => !done.has(cause))];
    }),
  );
}
