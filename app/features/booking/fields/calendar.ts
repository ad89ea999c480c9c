import { currentOffer, noticePeriod } from "#app/features/catalogue/catalogue.ts";
import { datePartsProblem } from "#app/forms/date-parts.ts";
import { addDays, formatLongDate, isIsoDate, isWeekend, type IsoDate } from "#app/platform/dates.ts";

/** Two years. A day beyond is a slip of the keys, such as 2072 for 2027. */
export const MAX_DAYS_AHEAD = 730;

/** Completes the year of a preferred date that was typed with two digits. */
export const CENTURY_AHEAD = "20";

export type CalendarContext = {
  today: IsoDate;
  allowWeekends: boolean;
  /** Name by day, at least from the first day that can be chosen to the last. */
  bankHolidays: Readonly<Record<IsoDate, string>>;
  /** Days from today to the first day that can be chosen. Default: the practice's rule. */
  noticeDays?: number;
};

export type DayState = "past" | "too-soon" | "too-far" | "weekend" | "closed" | "available";

export const earliestDay = (today: IsoDate, noticeDays = currentOffer().rules.noticeDays): IsoDate =>
  addDays(today, noticeDays);

/** True for a day from today on that is too soon for a referrer to choose. */
export const isShortNotice = (day: IsoDate, today: IsoDate): boolean =>
  day >= today && day < earliestDay(today);

/** The last day that can be chosen. */
export const lastDay = (today: IsoDate): IsoDate =>
  addDays(today, currentOffer().rules.furthestDays || MAX_DAYS_AHEAD);

/** Label of a day that can be chosen but on which nobody may work; null for any other day. */
export function closedWords(day: IsoDate, { bankHolidays }: Pick<CalendarContext, "bankHolidays">) {
  if (bankHolidays[day]) return "bank holiday";
  return currentOffer().rules.closedDays.includes(day) ? "closed" : null;
}

/** Sentence shown when somebody chooses a closed day; null for any other day. */
export function closedDayNotice(day: IsoDate, bankHolidays: CalendarContext["bankHolidays"]): string | null {
  const words = closedWords(day, { bankHolidays });
  if (!words) return null;
  const why =
    words === "closed"
      ? `We are closed on ${formatLongDate(day)}`
      : `${formatLongDate(day)} is a bank holiday`;
  return `${why}: we may suggest another day.`;
}

/** Tells the state of any day under a rule. First and last day are computed once: a calendar asks for 62 days. */
export function dayStates(rule: CalendarContext): (day: IsoDate) => DayState {
  const [first, last] = [earliestDay(rule.today, rule.noticeDays), lastDay(rule.today)];
  const { hasWeekends, closesBankHolidays } = currentOffer().rules;
  return (day) => {
    if (day < rule.today) return "past";
    if (day < first) return "too-soon";
    if (day > last) return "too-far";
    if (isWeekend(day) && !(rule.allowWeekends && hasWeekends)) return "weekend";
    if (closesBankHolidays && rule.bankHolidays[day]) return "closed";
    return "available";
  };
}

export const dayState = (day: IsoDate, rule: CalendarContext): DayState => dayStates(rule)(day);

export const isSelectableDay = (day: IsoDate, rule: CalendarContext): boolean =>
  dayState(day, rule) === "available";

export function firstSelectableDay(rule: CalendarContext): IsoDate {
  const stateOf = dayStates(rule);
  let day = earliestDay(rule.today, rule.noticeDays);
  while (stateOf(day) !== "available") day = addDays(day, 1);
  return day;
}

const NO_SUCH_DAY = "That date does not exist. Please check the day, the month and the year.";

/** Why a day cannot be taken; null when it can. */
export function dayProblem(value: string, rule: CalendarContext): string | null {
  if (!isIsoDate(value)) return datePartsProblem(value, "Preferred date") ?? NO_SUCH_DAY;
  const first = formatLongDate(firstSelectableDay(rule));
  switch (dayState(value, rule)) {
    case "past":
      return `That date has passed. Please choose ${first} or later.`;
    case "too-soon":
      return `We need at least ${noticePeriod()}. Please choose ${first} or later.`;
    case "too-far":
      return `That date is too far ahead. Please choose ${formatLongDate(lastDay(rule.today))} or earlier.`;
    case "weekend":
      if (!currentOffer().rules.hasWeekends)
        return `${formatLongDate(value)} is at the weekend. Please choose a weekday.`;
      return `${formatLongDate(value)} is at the weekend. Please choose a weekday, or tick that weekends are possible.`;
    case "closed":
      return `${formatLongDate(value)} is a bank holiday, when we are closed. Please choose another day.`;
    case "available":
      return null;
  }
}

export const isLostWithWeekends = (value: string | null, allowWeekends: boolean): boolean =>
  value !== null && !allowWeekends && isIsoDate(value) && isWeekend(value);

export const weekendClearedMessage = (day: IsoDate): string =>
  `Weekends are no longer ticked, so we took ${formatLongDate(day)} off. Choose another day, or go on without one.`;
