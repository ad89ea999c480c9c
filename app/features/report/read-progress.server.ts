import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { visitDays, visitsByBooking } from "#app/features/visits/find-visits.server.ts";
import { hasEnded } from "#app/features/visits/visit-times.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { progressOf, type Facts, type Progress } from "./progress.ts";
import { addWorkingDays } from "./working-days.server.ts";

type ReadDeps = Pick<Deps, "clock" | "settings"> & { db: Executor };
type Booking = Pick<BookingRow, "id" | "status" | "created_at">;

const AMBER_WORKING_DAYS = 2;

async function releases(executor: Executor, bookingIds: readonly string[]) {
  const found = new Map<string, { releasedAt: string; receivedAt: string | null }>();
  if (bookingIds.length === 0) return found;
  const rows = await executor
    .selectFrom("reports")
    .leftJoin("report_deliveries", "report_deliveries.report_id", "reports.id")
    .select((eb) => [
      "reports.booking_id as bookingId",
      eb.fn.min<string | null>("reports.reviewed_at").as("releasedAt"),
      eb.fn.min<string | null>("report_deliveries.received_at").as("receivedAt"),
    ])
    .where("reports.booking_id", "in", bookingIds)
    .where("reports.state", "=", "released")
    .groupBy("reports.booking_id")
    .execute();
  for (const { bookingId, releasedAt, receivedAt } of rows) {
    if (releasedAt) found.set(bookingId, { releasedAt, receivedAt });
  }
  return found;
}

/** The facts of each booking that is not cancelled, by its id. Two queries for any number of bookings. */
export async function progressFacts(
  deps: ReadDeps,
  bookings: readonly Booking[],
): Promise<Map<string, Facts>> {
  const ids = bookings.map(({ id }) => id);
  const visitsOf = await visitsByBooking(deps.db, ids);
  const released = await releases(deps.db, ids);
  const now = deps.clock.now();
  const { reportDays } = deps.settings.current().documents;
  return new Map(
    bookings
      .filter(({ status }) => status !== "cancelled")
      .map(({ id, created_at }) => {
        const visit = (visitsOf.get(id) ?? []).findLast(({ ended_as }) => ended_as === null);
        const isVisitDone = visit !== undefined && hasEnded(visit, now);
        const facts: Facts = {
          bookedAt: created_at,
          visitDay: visit?.day ?? null,
          isVisitDone,
          dueOn: isVisitDone ? addWorkingDays(visit.day, reportDays) : null,
          releasedAt: released.get(id)?.releasedAt ?? null,
          receivedAt: released.get(id)?.receivedAt ?? null,
        };
        return [id, facts];
      }),
  );
}

/** The steps of each booking; none for cancelled ones. */
export async function readProgress(
  deps: ReadDeps,
  bookings: readonly Booking[],
): Promise<Map<string, Progress>> {
  const facts = await progressFacts(deps, bookings);
  return new Map([...facts].map(([id, one]) => [id, progressOf(one)]));
}

/** How urgent a report is: `late` after its day, `soon` from two working days before. Null for one that is released or not
 * due yet. */
export function reportUrgency(
  { clock }: Pick<Deps, "clock">,
  { dueOn, releasedAt }: Facts,
): "late" | "soon" | null {
  if (dueOn === null || releasedAt !== null) return null;
  const today = londonDate(clock.now());
  if (today > dueOn) return "late";
  return today >= addWorkingDays(dueOn, -AMBER_WORKING_DAYS) ? "soon" : null;
}

const LISTED_DAYS = 90;

/** At most `limit` reports for staff to act on: those that wait for a review, the longest waiting first, then those that are
 * due within two working days or late, for visits of the last 90 days. Cancelled bookings are among them. */
export async function listReportTasks(deps: ReadDeps, limit: number): Promise<ReportTask[]> {
  const waiting = await deps.db
    .selectFrom("reports")
    .select(["booking_id", "declared_at"])
    .where("state", "=", "in-review")
    .orderBy("declared_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  const today = londonDate(deps.clock.now());
  const { reportDays } = deps.settings.current().documents;
  const latest = addWorkingDays(today, Math.min(0, AMBER_WORKING_DAYS - reportDays));
  const days = await visitDays(
    deps.db,
    addDays(today, -LISTED_DAYS),
    latest < today ? latest : addDays(today, -1),
  );
  const written = await bookingsWithReport(deps.db, [...days.keys()]);
  const due = [...days]
    .filter(([bookingId]) => !written.has(bookingId))
    .sort(([, day], [, other]) => (day < other ? -1 : 1))
    .slice(0, limit - waiting.length)
    .map(([bookingId, day]) => ({ bookingId, dueOn: addWorkingDays(day, reportDays) }))
    .map((one) => ({ ...one, urgency: today > one.dueOn ? ("late" as const) : ("soon" as const) }));
  return [
    ...waiting.map(({ booking_id }) => ({ bookingId: booking_id, dueOn: null, urgency: "review" as const })),
    ...due,
  ];
}

export type ReportTask = { bookingId: string; dueOn: IsoDate | null; urgency: "review" | "late" | "soon" };

async function bookingsWithReport(executor: Executor, bookingIds: readonly string[]): Promise<Set<string>> {
  if (bookingIds.length === 0) return new Set();
  const rows = await executor
    .selectFrom("reports")
    .select("booking_id")
    .where("booking_id", "in", bookingIds)
    .where("state", "in", ["in-review", "released"])
    .execute();
  return new Set(rows.map(({ booking_id }) => booking_id));
}
