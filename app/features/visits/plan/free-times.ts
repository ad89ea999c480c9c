import type { Hours } from "#app/features/assessors/hours.ts";
import { isFitting } from "#app/features/visits/record/fit.ts";
import { clockMinutes, instantOf } from "#app/features/visits/record/visit-times.ts";
import { addDays, isWeekend, weekdayIndex, type IsoDate } from "#app/platform/dates.ts";
import { clock, type Assessor, type FreeSearch } from "./first-free.ts";

/** Times that a referrer may choose without staff, by the rules of the list "who is free". They tell nobody an
 * assessor's diary: at most three a day, one for each part of it, and at most two of them with one assessor. */

export const MAX_FREE_TIMES = 12;
const MAX_OF_ASSESSOR = 2;
const STEP_MINUTES = 15;
/** Parts of a day, in minutes since midnight. */
const PARTS = [
  [0, 12 * 60],
  [12 * 60, 15 * 60],
  [15 * 60, 24 * 60],
] as const;

/** `until` is the last day, included. */
export type FreeTimesInput = FreeSearch & { until: IsoDate; hasWeekends: boolean };

export type OwnTime = { day: IsoDate; start: string; assessorId: string };

/** Assessors who fit at a time without anything against it: those with the fewest visits on the day first. */
export function fittingAt(input: FreeTimesInput, day: IsoDate, start: string): Assessor[] {
  const { assessors, visits, daysOff, busy, conflicted, isClosed, wanted, now } = input;
  if (instantOf(day, start) <= now || isClosed(day)) return [];
  const [before, after] = [addDays(day, -1), addDays(day, 1)];
  const isOff = (id: string) =>
    daysOff.some(({ userId, fromOn, untilOn }) => userId === id && fromOn <= day && day <= untilOn);
  return assessors
    .filter(({ id }) => !conflicted.has(id))
    .map((assessor) => ({
      assessor,
      visits: visits.filter(
        (visit) => visit.assessor_id === assessor.id && before <= visit.day && visit.day <= after,
      ),
    }))
    .filter(({ assessor, visits }) =>
      isFitting(
        assessor,
        { ...wanted, day, start },
        {
          visits,
          busy: busy.get(assessor.id) ?? [],
          isOff: isOff(assessor.id),
          isClosed: false,
          conflicts: [],
        },
      ),
    )
    .map(({ assessor, visits }) => ({ assessor, count: visits.filter((visit) => visit.day === day).length }))
    .toSorted((a, b) => a.count - b.count || (a.assessor.id < b.assessor.id ? -1 : 1))
    .map(({ assessor }) => assessor);
}

/** Starts on a quarter of an hour within a part of a day. */
function startsIn([from, until]: (typeof PARTS)[number], hours: Hours, minutes: number): string[] {
  const starts = [];
  for (let start = from; start < until; start += STEP_MINUTES) {
    const isWithin = hours.some(
      ([begin, end]) => clockMinutes(begin) <= start && start + minutes <= clockMinutes(end),
    );
    if (isWithin) starts.push(clock(start));
  }
  return starts;
}

/** Up to 12 times, the earliest first, each with the assessor who would go. */
export function freeTimes(input: FreeTimesInput): OwnTime[] {
  const { assessors, from, until, hasWeekends, wanted } = input;
  const found: OwnTime[] = [];
  for (let day = from; day <= until && found.length < MAX_FREE_TIMES; day = addDays(day, 1)) {
    if (isWeekend(day) && !hasWeekends) continue;
    const hours = assessors.flatMap((assessor) => assessor.hours[weekdayIndex(day)] ?? []);
    const used = new Map<string, number>();
    let last = -Infinity;
    for (const part of PARTS) {
      for (const start of startsIn(part, hours, wanted.minutes)) {
        if (clockMinutes(start) - last < wanted.minutes) continue;
        const who = fittingAt(input, day, start).find(({ id }) => (used.get(id) ?? 0) < MAX_OF_ASSESSOR);
        if (!who) continue;
        used.set(who.id, (used.get(who.id) ?? 0) + 1);
        found.push({ day, start, assessorId: who.id });
        last = clockMinutes(start);
        break;
      }
      if (found.length === MAX_FREE_TIMES) return found;
    }
  }
  return found;
}
