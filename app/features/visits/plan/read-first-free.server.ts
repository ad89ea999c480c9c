import type { Deps } from "#app/deps.server.ts";
import { isClosedDay } from "#app/features/booking/fields/closed-days.server.ts";
import { conflictsOfInterest } from "#app/features/visits/person/conflicts.server.ts";
import { districtOf } from "#app/features/visits/record/visit-place.ts";
import type { VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { whenOf } from "#app/features/visits/record/visit-times.ts";
import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { firstFreeTimes, SEARCHED_DAYS } from "./first-free.ts";
import { whyNotYet, type InTheWay } from "./in-the-way.ts";
import { readDiaries, type Need } from "./who-is-free.server.ts";

/** The first times at which somebody fits and that nothing is in the way of, from tomorrow or from the day that is
 * wished (empty: none) on. Reads the visits of the days that are searched alone. */
export async function readFirstFree(
  deps: Deps,
  { minutes, mode, place }: Pick<VisitPlan, "minutes" | "mode" | "place">,
  need: Need,
  { wished, way }: { wished: IsoDate | ""; way: InTheWay },
) {
  const now = deps.clock.now();
  const tomorrow = addDays(londonDate(now), 1);
  const wanted = wished > tomorrow ? wished : tomorrow;
  // A form that shows the request for another date decides about it.
  const notYet = whyNotYet({ ...way, askedDate: null }, wanted);
  const rightUntil = notYet?.problem === "early-start" ? notYet.lastDay : null;
  const from = rightUntil ? addDays(rightUntil, 1) : wanted;
  const until = addDays(from, SEARCHED_DAYS - 1);
  const { assessors, visits, daysOff } = await readDiaries(deps, { from, until });
  const conflicts = need.booking ? await conflictsOfInterest(deps, need.booking) : new Map<string, never>();
  const times = firstFreeTimes({
    ...{ assessors, visits, daysOff, from },
    conflicted: new Set(conflicts.keys()),
    isClosed: isClosedDay,
    wanted: {
      ...{ minutes, mode },
      district: mode === "virtual" ? null : districtOf(place, need.location),
      assessments: need.assessments,
      language: need.language,
    },
    now: now.getTime(),
  });
  return {
    from,
    until,
    /** The right to cancel within which no time is offered; null where it is in the way of none. */
    rightUntil,
    times: times.map(({ assessorId, assessor, others, ...time }) => ({
      when: whenOf(time),
      who: others === 0 ? assessor : `${assessor}, or ${others} more`,
      search: `?${new URLSearchParams({
        ...{ day: time.day, start: time.start, minutes: String(time.minutes), assessor: assessorId },
      })}`,
    })),
  };
}

export type FirstFree = Awaited<ReturnType<typeof readFirstFree>>;
