import { addDays, formatLongDate, isIsoDate, isWeekend, type IsoDate } from "#app/platform/dates.ts";

/** Which day may be asked for (SPEC section 5 "Calendar", DESIGN decision 6). All days are London days. */

/** Days of notice that an assessment needs. The seventh day from today is the first that can be chosen. */
const MINIMUM_LEAD_DAYS = 7;

export type CalendarContext = {
  /** The London day on which the visitor looks. */
  today: IsoDate;
  allowWeekends: boolean;
};

export type DayState = "past" | "too-soon" | "weekend" | "available";

/** The first day that gives enough notice; it may be a weekend. */
export function earliestDay(today: IsoDate): IsoDate {
  return addDays(today, MINIMUM_LEAD_DAYS);
}

/** What stands against a day that exists, or `available`. */
export function dayState(day: IsoDate, rule: CalendarContext): DayState {
  if (day < rule.today) return "past";
  if (day < earliestDay(rule.today)) return "too-soon";
  if (isWeekend(day) && !rule.allowWeekends) return "weekend";
  return "available";
}

/** True when the calendar lets a visitor choose this day. */
export function isSelectableDay(day: IsoDate, rule: CalendarContext): boolean {
  return dayState(day, rule) === "available";
}

/** The first day that can be chosen. */
export function firstSelectableDay(rule: CalendarContext): IsoDate {
  let day = earliestDay(rule.today);
  while (!isSelectableDay(day, rule)) day = addDays(day, 1);
  return day;
}

/** Why a preferred date cannot be taken, as a sentence for the visitor; null when it can. An empty date is not asked here. */
export function dayProblem(value: string, rule: CalendarContext): string | null {
  if (!isIsoDate(value)) return "That date does not exist. Please check the day, the month and the year.";
  const first = formatLongDate(firstSelectableDay(rule));
  switch (dayState(value, rule)) {
    case "past":
      return `That date has passed. Please choose ${first} or later.`;
    case "too-soon":
      return `We need at least ${MINIMUM_LEAD_DAYS} days' notice. Please choose ${first} or later.`;
    case "weekend":
      return `${formatLongDate(value)} is at the weekend. Please choose a weekday, or tick that weekends are possible.`;
    case "available":
      return null;
  }
}

/** True for a Saturday or Sunday when weekends are not ticked (any more). */
export function isLostWithWeekends(value: string | null, allowWeekends: boolean): boolean {
  return value !== null && !allowWeekends && isIsoDate(value) && isWeekend(value);
}

/** Said when a weekend day was taken off because weekends were unticked. */
export function weekendClearedMessage(day: IsoDate): string {
  return `Weekends are no longer ticked, so we took ${formatLongDate(day)} off. Choose another day, or go on without one.`;
}
