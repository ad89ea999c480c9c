import { WEEKDAYS } from "#app/platform/dates.ts";

/** London times `HH:MM`; `until` may be `24:00`. */
export type Hours = readonly [from: string, until: string][];

/** Monday first. */
export type WeekHours = readonly Hours[];

export const NO_HOURS: WeekHours = WEEKDAYS.map(() => []);
export const USUAL_HOURS: WeekHours = WEEKDAYS.map((_, index) => (index < 5 ? [["09:00", "17:00"]] : []));

/** `09:30` of `9.30`, `9,30`, `9 30`, `930`, or `09:00` of `9`: a phone's keypad for numbers has no colon. Null for
 * what is no time of day. */
export function readTime(typed: string): string | null {
  const match = /^(\d{1,2})(?:[:., ]?(\d{2}))?$/.exec(typed.trim());
  if (!match) return null;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? "0")];
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

const MAX_PARTS = 4;

/** Reads `9-13, 14:00–17:30`, in order and without overlap; null for anything else. Empty is a day without hours. */
export function readHours(typed: string): Hours | null {
  const hours: [string, string][] = [];
  for (const part of typed.split(/[,;]/).filter((text) => text.trim() !== "")) {
    const [from, until, ...more] = part.split(/-|–|to/);
    const begin = readTime(from ?? "");
    const end = /^\s*24([:.]?00)?\s*$/.test(until ?? "") ? "24:00" : readTime(until ?? "");
    if (begin === null || end === null || more.length > 0 || end <= begin) return null;
    const last = hours.at(-1);
    if (last && begin < last[1]) return null;
    hours.push([begin, end]);
  }
  return hours.length > MAX_PARTS ? null : hours;
}

/** `09:00–13:00, 14:00–17:00` */
export function formatHoursOfDay(hours: Hours): string {
  return hours.map(([from, until]) => `${from}–${until}`).join(", ");
}
