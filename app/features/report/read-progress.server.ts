import { byIds } from "#app/kit/pieces.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { heldVisits, visitsByBooking } from "#app/features/visits/record/find-visits.server.ts";
import type { VisitRow } from "#app/features/visits/record/tables.ts";
import { hasEnded } from "#app/features/visits/record/visit-times.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { progressOf, type Facts } from "./progress.ts";
import { addWorkingDays } from "#app/features/booking/fields/working-days.server.ts";

type ReadDeps = Pick<Deps, "clock" | "settings"> & { db: Executor };
type Booking = Pick<BookingRow, "id" | "status" | "created_at" | "report_days">;

type Written = { releasedAt: string | null; receivedAt: string | null };

/** The bookings for which a report was sent for review; with the first release that was not withdrawn. */
async function writtenReports(executor: Executor, bookingIds: readonly string[]) {
  const found = new Map<string, Written>();
  if (bookingIds.length === 0) return found;
  const rows = await byIds(bookingIds, (piece) =>
    executor
      .selectFrom("reports")
      .leftJoin("report_deliveries", "report_deliveries.report_id", "reports.id")
      .select((eb) => [
        "reports.booking_id as bookingId",
        "reports.state",
        eb.fn.min<string | null>("reports.reviewed_at").as("releasedAt"),
        eb.fn.min<string | null>("report_deliveries.received_at").as("receivedAt"),
      ])
      .where("reports.booking_id", "in", piece)
      .groupBy(["reports.booking_id", "reports.state"])
      .execute(),
  );
  for (const { bookingId, state, releasedAt, receivedAt } of rows) {
    if (state === "released") found.set(bookingId, { releasedAt, receivedAt });
    else if (!found.has(bookingId)) found.set(bookingId, { releasedAt: null, receivedAt: null });
  }
  return found;
}

type VisitOfReport = Pick<VisitRow, "id" | "day" | "start" | "minutes" | "ended_as">;

/** The visit that a booking's report is about: the last one held, else the last one agreed. `dueOn` is the day on which
 * the report is due, by the booking's agreement or the practice's days; null before the visit is over. `held` has the
 * ids of visits that were recorded as held. Readers of many bookings give a `countDays` that remembers. */
export function visitOfReport<V extends VisitOfReport>(
  { clock, settings }: Pick<Deps, "clock" | "settings">,
  { report_days: agreedDays }: Pick<BookingRow, "report_days">,
  visits: readonly V[],
  held: ReadonlySet<string>,
  countDays = addWorkingDays,
) {
  const agreed = visits.filter(({ ended_as }) => ended_as === null);
  const heldVisit = agreed.findLast(({ id }) => held.has(id));
  const visit = heldVisit ?? agreed.at(-1);
  const isOver = visit !== undefined && (visit === heldVisit || hasEnded(visit, clock.now()));
  const reportDays = agreedDays ?? settings.current().documents.reportDays;
  return { visit, isHeld: heldVisit !== undefined, dueOn: isOver ? countDays(visit.day, reportDays) : null };
}

/** The facts of each booking that is not cancelled, by its id. Three queries for any number of bookings. */
async function progressFacts(deps: ReadDeps, bookings: readonly Booking[]): Promise<Map<string, Facts>> {
  const ids = bookings.map(({ id }) => id);
  const visitsOf = await visitsByBooking(deps.db, ids);
  const held = await heldVisits(deps.db, ids);
  const written = await writtenReports(deps.db, ids);
  return new Map(
    bookings
      .filter(({ status }) => status !== "cancelled")
      .map(({ id, status, created_at, report_days }) => {
        const { visit, isHeld, dueOn } = visitOfReport(deps, { report_days }, visitsOf.get(id) ?? [], held);
        const report = written.get(id);
        // A report can be sent by mistake before the visit: alone it does not say that the visit is done.
        const isTold = report !== undefined && (report.releasedAt !== null || !visit || dueOn !== null);
        const facts: Facts = {
          bookedAt: created_at,
          visitDay: visit?.day ?? null,
          isVisitDone: isHeld || isTold,
          dueOn,
          releasedAt: report?.releasedAt ?? null,
          receivedAt: report?.receivedAt ?? null,
          isCompleted: status === "completed",
        };
        return [id, facts];
      }),
  );
}

/** The steps of each booking; none for cancelled ones. */
export async function readProgress(deps: ReadDeps, bookings: readonly Booking[]) {
  const facts = await progressFacts(deps, bookings);
  return new Map([...facts].map(([id, one]) => [id, progressOf(one)]));
}
