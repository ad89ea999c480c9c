import { isIsoDate, monthsAfter, type IsoDate } from "#app/platform/dates.ts";

const MAX_YEARS = 5;

export const NO_LOOK_AGAIN_DAY = "Choose a day in the next five years.";

/** True for a day on which somebody can look again: today at the earliest, in five years at the latest. */
export const isDayToLookAgain = (day: string, today: IsoDate): day is IsoDate =>
  isIsoDate(day) && day >= today && day <= monthsAfter(today, 12 * MAX_YEARS);
