import { byIds } from "#app/kit/pieces.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { visitsBetween, type ListedVisit } from "#app/features/visits/record/find-visits.server.ts";
import { CORRECTION_DAYS } from "#app/features/visits/record/outcome.ts";
import { hasEnded } from "#app/features/visits/record/visit-times.ts";

const MAX_DAYS_BACK = 366;
const DAY_MS = 86_400_000;

/** The assessor's visits that are over, of open bookings, and have no outcome yet; the latest last. */
export async function visitsToReport(deps: Deps, assessorId: string): Promise<ListedVisit[]> {
  const now = deps.clock.now();
  const today = londonDate(now);
  const past = await visitsBetween(deps, {
    from: addDays(today, -MAX_DAYS_BACK),
    until: today,
    assessorIds: [assessorId],
  });
  const over = past.filter((visit) => hasEnded(visit, now));
  if (over.length === 0) return [];
  const ids = over.map(({ id }) => id);
  const reported = await byIds(ids, (piece) =>
    deps.db.selectFrom("visit_outcomes").select("visit_id").where("visit_id", "in", piece).execute(),
  );
  const bookings = await deps.db
    .selectFrom("bookings")
    .select(["id", "referrer_email_key"])
    .where(
      "id",
      "in",
      over.map(({ booking_id }) => booking_id),
    )
    .where("status", "in", ["pending", "confirmed"])
    .execute();
  const done = new Set(reported.map(({ visit_id }) => visit_id));
  const open = new Set(bookings.filter((booking) => !isErased(booking)).map(({ id }) => id));
  return over.filter(({ id, booking_id }) => !done.has(id) && open.has(booking_id));
}

/** Visits whose outcome the assessor recorded within the time in which it can be corrected. */
export async function visitsReported(deps: Deps, assessorId: string) {
  const since = new Date(deps.clock.now().getTime() - CORRECTION_DAYS * DAY_MS).toISOString();
  return deps.db
    .selectFrom("visits")
    .innerJoin("visit_outcomes", "visit_outcomes.visit_id", "visits.id")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .select(["visits.id", "visits.day", "visits.start", "visits.minutes", "bookings.reference"])
    .where("visits.assessor_id", "=", assessorId)
    .where("visit_outcomes.number", "=", 1)
    .where("visit_outcomes.recorded_at", ">=", since)
    .where("bookings.referrer_email_key", "!=", "")
    .orderBy("visits.day")
    .orderBy("visits.start")
    .execute();
}
