import type { WeekHours } from "#app/features/assessors/hours.ts";
import { VISIT_MINUTES } from "#app/features/visits/record/visit-plan.ts";
import {
  clockMinutes,
  instantOf,
  overlaps,
  spanOf,
  type Span,
  type Travel,
  type VisitTime,
} from "#app/features/visits/record/visit-times.ts";
import { addDays, weekdayIndex, type IsoDate } from "#app/platform/dates.ts";
import { spanOfView, type CalendarView } from "./calendar-view.ts";

/** The hours that are always on show. */
const USUAL_HOURS = { from: 8, until: 19 };

/** Minutes since midnight. */
type Minutes = { from: number; until: number };

/** The hours that begin on show: the usual ones, and those of what is earlier or later. */
export function hoursOnShow(entries: readonly Minutes[]): number[] {
  const first = Math.min(USUAL_HOURS.from, ...entries.map(({ from }) => Math.floor(from / 60)));
  const last = Math.max(USUAL_HOURS.until, ...entries.map(({ until }) => Math.ceil(until / 60)));
  return Array.from({ length: last - first }, (_, index) => first + index);
}

/** Overlaps side by side: entries of a day in groups that share their width, each entry with its column from 1 on. */
export function sideBySide<Entry extends Minutes>(entries: readonly Entry[]) {
  const groups: (Minutes & { entries: (Entry & { column: number })[] })[] = [];
  for (const entry of entries.toSorted((one, other) => one.from - other.from)) {
    let group = groups.at(-1);
    if (!group || group.until <= entry.from) groups.push((group = { ...entry, entries: [] }));
    const taken = new Set(
      group.entries.filter(({ until }) => until > entry.from).map(({ column }) => column),
    );
    let column = 1;
    while (taken.has(column)) column += 1;
    group.entries.push({ ...entry, column });
    group.until = Math.max(group.until, entry.until);
  }
  return groups;
}

/** `08:00` */
export const clockOf = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** The days on show: the day alone, those of the week, or of the whole weeks of the month. */
export function daysOfView(view: CalendarView): IsoDate[] {
  const { from, until } = spanOfView(view);
  if (view.show === "day") return [from];
  const first = addDays(from, -weekdayIndex(from));
  const last = addDays(until, 6 - weekdayIndex(until));
  const days = [first];
  while (days.at(-1)! < last) days.push(addDays(days.at(-1)!, 1));
  return days;
}

/** An assessor with what keeps them. */
export type Diary = {
  id: string;
  hours: WeekHours;
  /** Minutes around a face-to-face visit. */
  travel: Travel;
  visits: readonly (VisitTime & { travel: Travel })[];
  daysOff: readonly { fromOn: IsoDate; untilOn: IsoDate }[];
};

const START_HOURS = hoursOnShow([]);

/** Per usual hour, who could begin a usual face-to-face visit then: within working hours, with travel, beside the
 * visits that they have. Hours that have begun, and hours for nobody, are left out. `now` is in milliseconds. */
export function freeHours(diaries: readonly Diary[], day: IsoDate, now: number) {
  const weekday = weekdayIndex(day);
  const near = diaries
    .filter(({ daysOff }) => !daysOff.some(({ fromOn, untilOn }) => fromOn <= day && day <= untilOn))
    .map((diary) => ({
      ...diary,
      hours: diary.hours[weekday] ?? [],
      busy: diary.visits.map((visit): Span => spanOf(visit, visit.travel)),
    }))
    .filter(({ hours }) => hours.length > 0);
  return START_HOURS.flatMap((hour) => {
    const time = { day, start: clockOf(hour), minutes: VISIT_MINUTES };
    const begin = hour * 60;
    if (near.length === 0 || instantOf(day, time.start) <= now) return [];
    const ids = near
      .filter(
        ({ hours, busy, travel }) =>
          hours.some(
            ([from, until]) => begin >= clockMinutes(from) && begin + VISIT_MINUTES <= clockMinutes(until),
          ) && !busy.some((span) => overlaps(span, spanOf(time, travel))),
      )
      .map(({ id }) => id);
    return ids.length > 0 ? [{ hour, ids }] : [];
  });
}
