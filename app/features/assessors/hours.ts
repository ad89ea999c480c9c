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

export const MAX_PARTS = 4;

/** One part of a day as it was typed. */
export type TypedPart = readonly [from: string, until: string];

/** A mistake in the parts of a day: the sentence after the day's name, and the part and end that it is about. */
export type HoursProblem = { part: number; end: "From" | "Until"; message: string };

/** Reads the parts of a day, which are in order and do not overlap; parts without any text do not count. */
export function readParts(parts: readonly TypedPart[]): { hours: Hours } | HoursProblem {
  const hours: [string, string][] = [];
  for (const [part, [from, until]] of parts.entries()) {
    if (from.trim() === "" && until.trim() === "") continue;
    const begin = readTime(from);
    const end = /^\s*24([:.]?00)?\s*$/.test(until) ? "24:00" : readTime(until);
    if (begin === null) return { part, end: "From", message: "enter when they begin, such as 9:00." };
    if (end === null) return { part, end: "Until", message: "enter when they end, such as 17:00." };
    if (end <= begin)
      return { part, end: "Until", message: "enter an end that is later than the beginning." };
    const last = hours.at(-1);
    if (last && begin < last[1])
      return { part, end: "From", message: "enter the parts of the day one after the other." };
    hours.push([begin, end]);
  }
  return { hours };
}

/** The parts of `9-13, 14:00–17:30`, unread. */
export function splitHours(typed: string): TypedPart[] {
  const parts = typed.split(/[,;]/).filter((text) => text.trim() !== "");
  // A part too many stays with the last one, where it is refused.
  const kept = [...parts.slice(0, MAX_PARTS - 1), parts.slice(MAX_PARTS - 1).join(", ")];
  return kept.map((part) => {
    const [from = "", ...until] = part.split(/-|–|to/).map((text) => text.trim());
    return [from, until.join(" to ")];
  });
}

/** Reads `9-13, 14:00–17:30`; null for anything that `readParts` refuses. Empty is a day without hours. */
export function readHours(typed: string): Hours | null {
  const read = readParts(splitHours(typed));
  return "hours" in read ? read.hours : null;
}

/** `09:00–13:00, 14:00–17:00` */
export const formatHoursOfDay = (hours: Hours) => hours.map(([from, until]) => `${from}–${until}`).join(", ");
