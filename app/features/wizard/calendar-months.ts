import { addDays, weekdayIndex, type IsoDate } from "#app/platform/dates.ts";
import {
  dayState,
  earliestDay,
  type CalendarContext,
  type DayState,
} from "#app/features/booking/calendar.ts";

/** The two-month calendar as data: pure, so that the server and the browser draw the same thing. */

/** A calendar month, `YYYY-MM`. */
export type IsoMonth = string;

export type CalendarDay = {
  date: IsoDate;
  dayOfMonth: number;
  state: DayState;
  isSelected: boolean;
  isToday: boolean;
};

export type CalendarMonth = {
  month: IsoMonth;
  /** `March 2027` */
  title: string;
  /** Monday first; null where a week reaches outside the month. */
  weeks: (CalendarDay | null)[][];
};

export type TwoMonths = {
  months: [CalendarMonth, CalendarMonth];
  /** Null at the month in which today is: there is nothing to choose before it. */
  previousMonth: IsoMonth | null;
  /** Null at the end of the years that a date may have. */
  nextMonth: IsoMonth | null;
};

const LAST_SHOWN_MONTH: IsoMonth = "2200-11";

const titleFormat = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "long", year: "numeric" });

export function monthOf(day: IsoDate): IsoMonth {
  return day.slice(0, 7);
}

/** The month `count` months after `month` (before it when negative); years wrap. */
export function addMonths(month: IsoMonth, count: number): IsoMonth {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  const year = String(Math.floor(index / 12)).padStart(4, "0");
  return `${year}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** `March 2027` */
export function monthTitle(month: IsoMonth): string {
  return titleFormat.format(new Date(`${month}-01T00:00:00Z`));
}

/**
 * The first month to show: the one asked for, else the one of the chosen day, else the one of the first selectable
 * day. Anything malformed or out of bounds gives the nearest month that can be shown.
 */
export function firstShownMonth(asked: string | null, selected: string | null, today: IsoDate): IsoMonth {
  const wanted =
    [asked, selected && monthOf(selected)].find((month) => /^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? "")) ??
    monthOf(earliestDay(today));
  if (wanted < monthOf(today)) return monthOf(today);
  return wanted > LAST_SHOWN_MONTH ? LAST_SHOWN_MONTH : wanted;
}

function calendarMonth(month: IsoMonth, rule: CalendarContext, selected: string | null): CalendarMonth {
  const first: IsoDate = `${month}-01`;
  const cells: (CalendarDay | null)[] = Array.from({ length: weekdayIndex(first) }, () => null);
  for (let date = first; monthOf(date) === month; date = addDays(date, 1)) {
    cells.push({
      date,
      dayOfMonth: Number(date.slice(8)),
      state: dayState(date, rule),
      isSelected: date === selected,
      isToday: date === rule.today,
    });
  }
  while (cells.length % 7 !== 0) cells.push(null);
  const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  return { month, title: monthTitle(month), weeks };
}

/** The month `shown` and the one after it, with the state of every day. `shown` comes from `firstShownMonth`. */
export function twoMonths(shown: IsoMonth, rule: CalendarContext, selected: string | null): TwoMonths {
  return {
    months: [calendarMonth(shown, rule, selected), calendarMonth(addMonths(shown, 1), rule, selected)],
    previousMonth: shown > monthOf(rule.today) ? addMonths(shown, -1) : null,
    nextMonth: shown < LAST_SHOWN_MONTH ? addMonths(shown, 1) : null,
  };
}
