import { currentOffer, noticeText } from "#app/features/catalogue/catalogue.ts";
import { addDays, formatLongDate, isIsoDate, isWeekend, type IsoDate } from "#app/platform/dates.ts";

export type CalendarContext = {
  today: IsoDate;
  allowWeekends: boolean;
};

export type DayState = "past" | "too-soon" | "too-far" | "weekend" | "available";

export function earliestDay(today: IsoDate): IsoDate {
  return addDays(today, currentOffer().rules.noticeDays);
}

export function dayState(day: IsoDate, rule: CalendarContext): DayState {
  if (day < rule.today) return "past";
  if (day < earliestDay(rule.today)) return "too-soon";
  const { furthestDays, hasWeekends } = currentOffer().rules;
  if (furthestDays > 0 && day > addDays(rule.today, furthestDays)) return "too-far";
  if (isWeekend(day) && !(rule.allowWeekends && hasWeekends)) return "weekend";
  return "available";
}

export function isSelectableDay(day: IsoDate, rule: CalendarContext): boolean {
  return dayState(day, rule) === "available";
}

export function firstSelectableDay(rule: CalendarContext): IsoDate {
  let day = earliestDay(rule.today);
  while (!isSelectableDay(day, rule)) day = addDays(day, 1);
  return day;
}

/** Why a day cannot be taken; null when it can. */
export function dayProblem(value: string, rule: CalendarContext): string | null {
  if (!isIsoDate(value)) return "That date does not exist. Please check the day, the month and the year.";
  const first = formatLongDate(firstSelectableDay(rule));
  switch (dayState(value, rule)) {
    case "past":
      return `That date has passed. Please choose ${first} or later.`;
    case "too-soon":
      return `We need at least ${noticeText()}' notice. Please choose ${first} or later.`;
    case "too-far":
      return `That date is too far ahead. Please choose ${formatLongDate(addDays(rule.today, currentOffer().rules.furthestDays))} or earlier.`;
    case "weekend":
      if (!currentOffer().rules.hasWeekends)
        return `${formatLongDate(value)} is at the weekend. Please choose a weekday.`;
      return `${formatLongDate(value)} is at the weekend. Please choose a weekday, or tick that weekends are possible.`;
    case "available":
      return null;
  }
}

export function isLostWithWeekends(value: string | null, allowWeekends: boolean): boolean {
  return value !== null && !allowWeekends && isIsoDate(value) && isWeekend(value);
}

export function weekendClearedMessage(day: IsoDate): string {
  return `Weekends are no longer ticked, so we took ${formatLongDate(day)} off. Choose another day, or go on without one.`;
}
