import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { professionsWords } from "#app/features/assessors/profile.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { modeOf, visitPlaceOf, visitsByBooking } from "./find-visits.server.ts";
import { upcomingVisit } from "./stage.ts";
import type { VisitRow } from "./tables.ts";
import { endOf, whenOf } from "./visit-times.ts";

export type { AgreedVisit } from "./agreed-visit.ts";

type ReadDeps = Pick<Deps, "clock"> & { db: Executor; secrets: Secrets };

/** First names and professions by id: what a referrer is told of an assessor. */
export async function assessorsInWords(deps: Omit<ReadDeps, "clock">, ids: Iterable<string>) {
  const assessors = await assessorsById(deps, ids);
  return new Map(
    [...assessors].map(([id, { firstName, professions }]) => [
      id,
      [firstName, professionsWords(professions)].filter(Boolean).join(", "),
    ]),
  );
}

/** The visit to come of each booking that ever had one; null when none is to come. Two queries for any
 * number of bookings. */
export const agreedVisits = async (deps: ReadDeps, bookingIds: readonly string[]) =>
  agreedAmong(deps, await visitsByBooking(deps.db, bookingIds));

/** The same, of visits that were read before (`visitsByBooking`). */
export async function agreedAmong(deps: ReadDeps, visitsOf: ReadonlyMap<string, VisitRow[]>) {
  const now = deps.clock.now();
  const upcoming = [...visitsOf].map(([id, visits]) => [id, upcomingVisit(visits, now)] as const);
  const names = await assessorsInWords(
    deps,
    upcoming.flatMap(([, visit]) => visit?.assessor_id ?? []),
  );
  return new Map(
    upcoming.map(([id, visit]) => {
      if (!visit) return [id, null];
      const { day, start } = visit;
      const assessor = names.get(visit.assessor_id) ?? "";
      const mode = modeOf(visit);
      const join = mode === "virtual" ? visitPlaceOf(deps.secrets, visit) : null;
      return [id, { day, start, mode, join, assessor, end: endOf(visit), when: whenOf(visit) }];
    }),
  );
}

/** Undefined for a booking that never had a visit: then its preferred date says all that is known. */
export const agreedVisitOf = async (deps: ReadDeps, bookingId: string) =>
  (await agreedVisits(deps, [bookingId])).get(bookingId);
