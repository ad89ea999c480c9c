import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { visitsByBooking } from "./find-visits.server.ts";
import { latestVisit } from "./stage.ts";
import { formatHours } from "./visit-times.ts";

/** `hours` such as `10:00–11:30`, London. */
export type LatestVisit = { day: IsoDate; hours: string; assessor: string };

/** The latest visit of each booking that is agreed or took place, by booking id, with the assessor's name. Two queries
 * for any number of bookings. */
export async function latestVisits(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  bookingIds: readonly string[],
): Promise<Map<string, LatestVisit>> {
  const visitsOf = await visitsByBooking(deps.db, bookingIds);
  const latest = [...visitsOf].flatMap(([bookingId, visits]) => {
    const last = latestVisit(visits, deps.clock.now());
    return last ? [[bookingId, last] as const] : [];
  });
  const assessors = await assessorsById(
    deps,
    latest.map(([, { assessor_id }]) => assessor_id),
  );
  return new Map(
    latest.map(([bookingId, visit]) => {
      const assessor = assessors.get(visit.assessor_id)?.name ?? "";
      return [bookingId, { day: visit.day, hours: formatHours(visit), assessor }];
    }),
  );
}
