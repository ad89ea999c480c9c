import type { Deps } from "#app/deps.server.ts";
import { toBookingStatus } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { agreedAmong } from "./agreed-visit.server.ts";
import { bookingDay, type BookingDay } from "./booking-day.ts";
import { visitsByBooking } from "./find-visits.server.ts";
import type { VisitRow } from "./tables.ts";

type ReadDeps = Pick<Deps, "clock"> & { db: Executor };
type Row = Pick<BookingRow, "id" | "status" | "preferred_date">;

const visitsOf = (db: Executor, rows: readonly Row[]) =>
  visitsByBooking(
    db,
    rows.map(({ id }) => id),
  );

const daysOf = (rows: readonly Row[], visits: Map<string, VisitRow[]>, now: Date) =>
  new Map(
    rows.map(({ id, status, preferred_date }) => {
      const dated = { status: toBookingStatus(status), preferredDate: preferred_date };
      return [id, bookingDay(dated, visits.get(id) ?? [], now)];
    }),
  );

/** The day of each booking, by its id; null for none. One query for any number of bookings. */
export const bookingDays = async ({ db, clock }: ReadDeps, rows: readonly Row[]) =>
  daysOf(rows, await visitsOf(db, rows), clock.now());

export const bookingDayOf = async (deps: ReadDeps, row: Row): Promise<BookingDay | null> =>
  (await bookingDays(deps, [row])).get(row.id) ?? null;

/** The visit to come (`agreedVisits`) and the day of each booking, in two queries for any number of bookings. */
export async function visitsAndDays(deps: ReadDeps & { secrets: Secrets }, rows: readonly Row[]) {
  const visits = await visitsOf(deps.db, rows);
  const agreed = await agreedAmong(deps, visits);
  return { visits: agreed, days: daysOf(rows, visits, deps.clock.now()) };
}

/** `visit` is undefined for a booking that never had one, and null when none is to come. */
export async function visitAndDayOf(deps: ReadDeps & { secrets: Secrets }, row: Row) {
  const { visits, days } = await visitsAndDays(deps, [row]);
  return { visit: visits.get(row.id), day: days.get(row.id) ?? null };
}
