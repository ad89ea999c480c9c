import type { Deps } from "#app/deps.server.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import { hasBegun, whenOf } from "#app/features/visits/record/visit-times.ts";
import type { Executor } from "#app/platform/database.server.ts";

/** A reason to ask whether a report is about this booking: no visit of it can have taken place, as far as
 * the records say. */
type VisitDoubt = { kind: "to-come" | "not-held"; when: string };

/** The doubt about a first report, with the visit named; null where a visit has begun, or none was ever agreed. */
export async function visitDoubt(
  deps: Pick<Deps, "clock" | "secrets"> & { db: Executor },
  bookingId: string,
): Promise<VisitDoubt | null> {
  const visits = (await visitsOfBooking(deps, bookingId)).filter(({ ended_as }) => ended_as !== "cancelled");
  const now = deps.clock.now();
  const wasThere = visits.some(
    ({ ended_as, day, start }) =>
      ended_as === "held-in-part" || (ended_as === null && hasBegun({ day, start }, now)),
  );
  if (wasThere) return null;
  const upcoming = upcomingVisit(visits, now);
  if (upcoming) return { kind: "to-come", when: whenOf(upcoming) };
  const last = visits.at(-1);
  return last ? { kind: "not-held", when: whenOf(last) } : null;
}
