import { askedDay } from "#app/forms/date-parts.ts";
import {
  addDays,
  formatDate,
  formatLongDate,
  formatMonth,
  weekdayIndex,
  type IsoDate,
} from "#app/platform/dates.ts";

/** The calendar's view is its URL. */
export type CalendarView = {
  show: "day" | "week" | "month";
  /** A London day, or one of the week or month. */
  day: IsoDate;
  /** Null for all. */
  assessor: string | null;
};

const SHOWN = ["day", "week", "month"] as const;

/** Unknown values are ignored, except a day that does not exist: 400. `today` is the day in London. */
export function readCalendarView(query: URLSearchParams, today: IsoDate): CalendarView {
  const assessor = query.get("assessor") ?? "";
  return {
    show: SHOWN.find((show) => show === query.get("show")) ?? "week",
    day: askedDay(query, "day") ?? today,
    assessor: /^[0-9a-f-]{36}$/.test(assessor) ? assessor : null,
  };
}

export function calendarQuery(view: CalendarView, changes: Partial<CalendarView> = {}): string {
  const { show, day, assessor } = { ...view, ...changes };
  return `?${new URLSearchParams({ show, day, ...(assessor ? { assessor } : {}) })}`;
}

/** First and last day: the day alone, Monday to Sunday, or the month. */
export function spanOfView({ show, day }: CalendarView): { from: IsoDate; until: IsoDate } {
  if (show === "day") return { from: day, until: day };
  if (show === "week") {
    const from = addDays(day, -weekdayIndex(day));
    return { from, until: addDays(from, 6) };
  }
  const from = `${day.slice(0, 7)}-01`;
  const next = addDays(from, 31).slice(0, 7);
  return { from, until: addDays(`${next}-01`, -1) };
}

/** A day of the day, week or month before (`-1`) or after (`1`). */
export function dayBeside(view: CalendarView, step: -1 | 1): IsoDate {
  const { from, until } = spanOfView(view);
  return step < 0 ? addDays(from, -1) : addDays(until, 1);
}

export function titleOfView(view: CalendarView): string {
  const { from, until } = spanOfView(view);
  if (view.show === "day") return formatLongDate(from);
  return view.show === "month" ? formatMonth(from) : `${formatDate(from)} to ${formatDate(until)}`;
}
