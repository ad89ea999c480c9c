import {
  isFitting,
  signsAgainst,
  type FitProfile,
  type PlannedVisit,
  type SignCode,
  type Taken,
  type Wanted,
} from "#app/features/visits/record/fit.ts";
import type { Hours } from "#app/features/assessors/hours.ts";
import { clockMinutes, instantOf, type VisitTime } from "#app/features/visits/record/visit-times.ts";
import { addDays, weekdayIndex, type IsoDate } from "#app/platform/dates.ts";

/** The first time in a half of a day at which somebody fits. `others` fit at that time, too. */
type FreeTime = VisitTime & { assessorId: string; assessor: string; others: number };

/** Somebody who may go. */
export type Assessor = FitProfile & { id: string; name: string };

/** Who may go, what takes their time, and from when it is searched. */
export type FreeSearch = {
  assessors: readonly Assessor[];
  /** Agreed visits of the days that are searched, and of those beside them. */
  visits: readonly (PlannedVisit & { assessor_id: string })[];
  daysOff: readonly { userId: string; fromOn: IsoDate; untilOn: IsoDate }[];
  /** Other times that each assessor cannot give. */
  busy: ReadonlyMap<string, readonly Taken[]>;
  /** Ids of assessors with a conflict of interest. */
  conflicted: ReadonlySet<string>;
  isClosed: (day: IsoDate) => boolean;
  wanted: Omit<Wanted, "day" | "start">;
  /** First day of the search; `now` is in milliseconds. */
  from: IsoDate;
  now: number;
};

/** At most `limit` times. */
type Input = FreeSearch & { limit?: number };

export const SEARCHED_DAYS = 28;
const MAX_TIMES = 6;
const STEP_MINUTES = 30;
const NOON = "12:00";

/** Signs that are the same on each day: who has one is never free for this visit. */
const LASTING: readonly SignCode[] = [
  "no-profile",
  "mode",
  "assessments",
  "area",
  "language",
  "no-registration",
];

/** Minutes since midnight as `09:30`. */
export const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Starts of a visit within the first and last working hour of a day, each half hour. */
export function startsWithin(parts: Hours, minutes: number): string[] {
  const first = Math.ceil(Math.min(...parts.map(([from]) => clockMinutes(from))) / STEP_MINUTES);
  const last = Math.max(...parts.map(([, until]) => clockMinutes(until))) - minutes;
  const starts = [];
  for (let start = first * STEP_MINUTES; start <= last; start += STEP_MINUTES) starts.push(clock(start));
  return starts;
}

/** The next times at which somebody fits without a warning: at most one each morning and afternoon, earliest first. */
export function firstFreeTimes(input: Input): FreeTime[] {
  const { wanted, visits, daysOff, busy, isClosed, conflicted, now, limit = MAX_TIMES } = input;
  const suited = input.assessors.filter((assessor) => {
    const signs = signsAgainst(
      assessor,
      { ...wanted, day: input.from, start: "10:00" },
      { visits: [], busy: [], isOff: false, isClosed: false, conflicts: [] },
    );
    return !conflicted.has(assessor.id) && !signs.some(({ code }) => LASTING.includes(code));
  });
  const visitsOf = Map.groupBy(visits, ({ assessor_id }) => assessor_id);
  const found: FreeTime[] = [];
  for (let ahead = 0; ahead < SEARCHED_DAYS && found.length < limit && suited.length > 0; ahead += 1) {
    const day = addDays(input.from, ahead);
    if (isClosed(day)) continue;
    const [before, after] = [addDays(day, -1), addDays(day, 1)];
    const here = suited
      .filter(
        ({ id }) => !daysOff.some((off) => off.userId === id && off.fromOn <= day && day <= off.untilOn),
      )
      .map((assessor) => {
        const near = (visitsOf.get(assessor.id) ?? []).filter(
          (visit) => before <= visit.day && visit.day <= after,
        );
        return { assessor, near, sameDay: near.filter((visit) => visit.day === day).length };
      })
      .toSorted((a, b) => a.sameDay - b.sameDay || a.assessor.name.localeCompare(b.assessor.name, "en"));
    const parts = here.flatMap(({ assessor }) => assessor.hours[weekdayIndex(day)] ?? []);
    let isMorningFound = false;
    for (const start of startsWithin(parts, wanted.minutes)) {
      if ((isMorningFound && start < NOON) || instantOf(day, start) <= now) continue;
      const time = { day, start, minutes: wanted.minutes };
      const fitting = here.filter(({ assessor, near }) =>
        isFitting(
          assessor,
          { ...wanted, ...time },
          { visits: near, busy: busy.get(assessor.id) ?? [], isOff: false, isClosed: false, conflicts: [] },
        ),
      );
      if (fitting.length === 0) continue;
      const { id, name } = fitting[0]!.assessor;
      found.push({ ...time, assessorId: id, assessor: name, others: fitting.length - 1 });
      if (start >= NOON || found.length === limit) break;
      isMorningFound = true;
    }
  }
  return found;
}
