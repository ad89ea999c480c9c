import type { Deps } from "#app/deps.server.ts";
import { isClosedDay } from "#app/features/booking/fields/closed-days.server.ts";
import { conflictsOfInterest } from "#app/features/visits/person/conflicts.server.ts";
import { takenFor } from "#app/features/visits/record/find-visits.server.ts";
import { districtOf } from "#app/features/visits/record/visit-place.ts";
import { offerOf, type VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { addDays, formatDayName, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { firstFreeTimes, SEARCHED_DAYS } from "./first-free.ts";
import { whyNotYet, type InTheWay } from "./in-the-way.ts";
import { readDiaries, type Diaries, type Need } from "./who-is-free.server.ts";

const MAX_DAYS = 5;

type Search = {
  wished: IsoDate | "";
  way: InTheWay;
  /** At most so many times. */
  limit?: number;
  /** Visits and days off of all from tomorrow until a day, for several searches. */
  read?: { until: IsoDate; diaries: Pick<Diaries, "assessors" | "visits" | "daysOff" | "busy"> };
};

/** The first days with a time at which somebody fits and that nothing is in the way of, from tomorrow or from the day
 * that is wished (empty: none) on; the wished day is among them, without a time where nobody fits. Reads the visits of
 * the days that are searched alone. */
export async function readFirstFree(
  deps: Deps,
  { minutes, mode, place }: Pick<VisitPlan, "minutes" | "mode" | "place">,
  need: Need,
  { wished, way, limit = 2 * MAX_DAYS, read }: Search,
) {
  const now = deps.clock.now();
  const tomorrow = addDays(londonDate(now), 1);
  const wanted = wished > tomorrow ? wished : tomorrow;
  // A form that shows the request for another date decides about it.
  const notYet = whyNotYet({ ...way, askedDate: null }, wanted);
  const rightUntil = notYet?.problem === "early-start" ? notYet.lastDay : null;
  const from = rightUntil ? addDays(rightUntil, 1) : wanted;
  const until = addDays(from, SEARCHED_DAYS - 1);
  const isRead = read !== undefined && until <= read.until;
  const { assessors, visits, daysOff, busy } = isRead
    ? read.diaries
    : await readDiaries(deps, { from, until });
  const conflicts = need.booking ? await conflictsOfInterest(deps, need.booking) : new Map<string, never>();
  const of = { bookingId: need.booking?.id, isOffered: need.isOffered };
  const times = firstFreeTimes({
    assessors,
    visits,
    daysOff,
    from,
    limit,
    busy: new Map([...busy].map(([id, taken]) => [id, takenFor(taken, of)])),
    conflicted: new Set(conflicts.keys()),
    isClosed: isClosedDay,
    wanted: {
      minutes,
      mode,
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
    days: [
      ...(wished !== "" && !times.some(({ day }) => day === wished) ? [{ day: wished, time: null }] : []),
      ...[...Map.groupBy(times, ({ day }) => day)].map(([day, [time]]) => ({ day, time: time! })),
    ]
      .slice(0, MAX_DAYS)
      .toSorted((one, other) => (one.day < other.day ? -1 : 1))
      .map(({ day, time }) => ({
        day,
        isFree: time !== null,
        label: `${formatDayName(day)}${time ? `, ${time.start}` : ""}${day === wished ? " · wished" : ""}`,
        search: time ? offerOf({ ...time, assessor: time.assessorId }) : `?day=${day}#visit-form-assessors`,
      })),
  };
}

export type FirstFree = Awaited<ReturnType<typeof readFirstFree>>;
