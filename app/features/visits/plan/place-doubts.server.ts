import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { readAddresses } from "./addresses.server.ts";
import type { Visit } from "#app/features/visits/record/find-visits.server.ts";
import { isAboutPlace, openProblems, placeProblemsOf } from "./visit-problems.ts";
import { hasEnded } from "#app/features/visits/record/visit-times.ts";

/** Doubts about the place of a visit to come, in words, until staff have settled them: the address that the records
 * have by now, or that none is whole. */
export async function placeDoubts(
  deps: Pick<Deps, "db" | "secrets" | "clock">,
  booking: BookingRow,
  visit: Visit,
): Promise<string[]> {
  if (visit.ended_as !== null || hasEnded(visit, deps.clock.now())) return [];
  const addresses = await readAddresses(deps, booking);
  const problems = placeProblemsOf(visit, { isVirtual: booking.is_virtual === 1, addresses });
  return openProblems(problems, visit)
    .filter(isAboutPlace)
    .map(({ words }) => words);
}
