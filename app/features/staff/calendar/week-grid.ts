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

/** The rows of a week. The first also has what begins before it, the last what begins after it. */
export const GRID_HOURS = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18] as const;

/** The row of a time of day. */
export function hourOf(start: string): number {
  return Math.min(Math.max(Number(start.slice(0, 2)), GRID_HOURS[0]), GRID_HOURS.at(-1)!);
}

/** `08:00` */
export const clockOf = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** The days on show: those of the week, or of the whole weeks of the month. */
export function daysOfView(view: CalendarView): IsoDate[] {
  const { from, until } = spanOfView(view);
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

/** Per hour of the grid, who could begin a usual face-to-face visit then: within working hours, with travel, beside the
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
  return GRID_HOURS.flatMap((hour) => {
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
