import { readDate, readDateParts } from "#app/forms/date-parts.ts";
import { type IsoDate, addDays, formatDayAndMonth, formatMonth, weekdayIndex } from "#app/platform/dates.ts";
import {
  CENTURY_AHEAD,
  isLostWithWeekends,
  closedWords,
  dayStates,
  earliestDay,
  lastDay,
  type CalendarContext,
} from "#app/features/booking/fields/calendar.ts";
import { answer, type Answers } from "#app/features/booking/fields/steps.ts";

const NO_DATE: Answers = {
  preferredDate: "",
  "preferredDate-day": "",
  "preferredDate-month": "",
  "preferredDate-year": "",
};

/** The requested date; empty for none. Typed parts that make no date are joined as they are (`joinDate`). */
export const askedDate = (answers: Answers): string =>
  readDate(answers, "preferredDate", CENTURY_AHEAD) ?? "";

export const allowsWeekends = (answers: Answers): boolean =>
  ["on", "true"].includes(answer(answers, "allowWeekends"));

/** `lostDay` is a weekend day that was taken off because weekends were unticked. */
export function applyScheduling(saved: Answers, posted: Answers, isCleared: boolean) {
  if (isCleared) return { answers: { ...posted, ...NO_DATE }, lostDay: null };
  const asked = askedDate(posted);
  const isLost = allowsWeekends(saved) && isLostWithWeekends(asked, allowsWeekends(posted));
  return isLost ? { answers: { ...posted, ...NO_DATE }, lostDay: asked } : { answers: posted, lostDay: null };
}

/** Typed or chosen, it is kept as the calendar keeps it. */
export function withChosenDate(answers: Answers): Answers {
  return { ...answers, ...NO_DATE, preferredDate: askedDate(answers) };
}

type Shown = Pick<CalendarContext, "today" | "bankHolidays">;

export function schedulingStart(answers: Answers, { today, bankHolidays }: Shown, month: string | null) {
  const preferredDate = answer(answers, "preferredDate") || null;
  return {
    today,
    bankHolidays,
    shownMonth: firstShownMonth(month, preferredDate, today),
    allowWeekends: allowsWeekends(answers),
    preferredDate,
    typed: readDateParts(answers, "preferredDate"),
  };
}

export type SchedulingStart = ReturnType<typeof schedulingStart>;

type IsoMonth = string;

export const monthOf = (day: IsoDate): IsoMonth => day.slice(0, 7);

export function addMonths(month: IsoMonth, count: number): IsoMonth {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** The left one of two: the right one has the last day that can be chosen. */
function lastShownMonth(today: IsoDate): IsoMonth {
  const month = addMonths(monthOf(lastDay(today)), -1);
  return month < monthOf(today) ? monthOf(today) : month;
}

/** The requested month, else that of the chosen day, else that of the first selectable day; at least the nearest one
 * that can be shown. */
export function firstShownMonth(asked: string | null, selected: string | null, today: IsoDate): IsoMonth {
  const wanted =
    [asked, selected && monthOf(selected)].find((month) => /^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? "")) ??
    monthOf(earliestDay(today));
  if (wanted < monthOf(today)) return monthOf(today);
  const last = lastShownMonth(today);
  return wanted > last ? last : wanted;
}

function calendarMonth(month: IsoMonth, rule: CalendarContext, selected: string | null) {
  const first: IsoDate = `${month}-01`;
  const stateOf = dayStates(rule);
  const dayCount = Number(addDays(`${addMonths(month, 1)}-01`, -1).slice(8));
  const days = Array.from({ length: dayCount }, (_, index) => {
    const date: IsoDate = `${month}-${String(index + 1).padStart(2, "0")}`;
    /** `closed`: why another day may be suggested; null for most days. */
    const [state, closed] = [stateOf(date), closedWords(date, rule)];
    return {
      date,
      state,
      closed,
      dayOfMonth: index + 1,
      isSelected: date === selected,
      isToday: date === rule.today,
    };
  });
  const cells = [...Array.from({ length: weekdayIndex(first) }, () => null), ...days];
  while (cells.length % 7 !== 0) cells.push(null);
  const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  return { month, title: formatMonth(month), weeks };
}

export type CalendarMonth = ReturnType<typeof calendarMonth>;

export function twoMonths(shown: IsoMonth, rule: CalendarContext, selected: string | null) {
  const following = addMonths(shown, 1);
  const months = [calendarMonth(shown, rule, selected), calendarMonth(following, rule, selected)] as const;
  const days = months.flatMap(({ weeks }) => weeks.flat());
  return {
    months,
    /** Closed days of both months that can be chosen, in words. */
    closedDays: days.flatMap((day) =>
      day?.closed && day.state === "available" ? [`${formatDayAndMonth(day.date)} (${day.closed})`] : [],
    ),
    previousMonth: shown > monthOf(rule.today) ? addMonths(shown, -1) : null,
    nextMonth: shown < lastShownMonth(rule.today) ? following : null,
  };
}
