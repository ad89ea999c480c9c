import { isClosedDay } from "./closed-days.server.ts";
import { addDays, isWeekend, type IsoDate } from "#app/platform/dates.ts";

const isWorkingDay = (day: IsoDate) => !isWeekend(day) && !isClosedDay(day);

/** The day so many working days after another: weekends, bank holidays and the practice's closed days do not count.
 * Negative for earlier. */
export function addWorkingDays(day: IsoDate, count: number): IsoDate {
  const step = count < 0 ? -1 : 1;
  let reached = day;
  for (let left = Math.abs(count); left > 0;) {
    reached = addDays(reached, step);
    if (isWorkingDay(reached)) left -= 1;
  }
  return reached;
}

/** How many working days come after a day until another one, which counts itself; 0 where that is no later. */
export function workingDaysBetween(day: IsoDate, until: IsoDate): number {
  let count = 0;
  for (let reached = addDays(day, 1); reached <= until; reached = addDays(reached, 1))
    if (isWorkingDay(reached)) count += 1;
  return count;
}
