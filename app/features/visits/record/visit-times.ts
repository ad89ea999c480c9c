import {
  addDays,
  formatLongDate,
  formatTime,
  londonMinute,
  startOfLondonDay,
  type IsoDate,
} from "#app/platform/dates.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `start` is `HH:MM` in London. */
export type VisitTime = { day: IsoDate; start: string; minutes: number };

/** Minutes that the assessor is under way before and after. */
export type Travel = { before: number; after: number };

export const NO_TRAVEL: Travel = { before: 0, after: 0 };

/** Milliseconds since 1970 (UTC), `until` not included. */
export type Span = { from: number; until: number };

/** Minutes since midnight on the clock. */
export const clockMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The instant of a London day and time. A time that occurs twice is the first one; one that the clock leaves out is as
 * much later as the clock is put forward. */
export function instantOf(day: IsoDate, time: string): number {
  const utc = Date.parse(`${day}T${time}:00Z`);
  const inSummer = new Date(utc - HOUR_MS);
  return londonMinute(inSummer) === `${day}T${time}` ? inSummer.getTime() : utc;
}

/** False for a time that the clock leaves out on this day: 01:30 on the day on which it is put forward. */
export const isClockTime = (day: IsoDate, time: string): boolean =>
  formatTime(new Date(instantOf(day, time)).toISOString()) === time;

export function spanOf({ day, start, minutes }: VisitTime, travel = NO_TRAVEL): Span {
  const begin = instantOf(day, start);
  return { from: begin - travel.before * MINUTE_MS, until: begin + (minutes + travel.after) * MINUTE_MS };
}

/** Whether one assessor cannot keep both. Two that touch do not overlap. */
export const overlaps = (a: Span, b: Span): boolean => a.from < b.until && b.from < a.until;

/** `11:30`, London. */
export const endOf = (time: VisitTime): string => formatTime(new Date(spanOf(time).until).toISOString());

/** `10:00–11:30` */
export const formatHours = (time: VisitTime): string => `${time.start}–${endOf(time)}`;

/** `Thursday 11 March 2027, 10:00–11:30` */
export const whenOf = (time: VisitTime): string => `${formatLongDate(time.day)}, ${formatHours(time)}`;

export const hasBegun = ({ day, start }: Pick<VisitTime, "day" | "start">, now: Date): boolean =>
  instantOf(day, start) <= now.getTime();

export const hasEnded = (time: VisitTime, now: Date): boolean => spanOf(time).until <= now.getTime();

/** The London days that a span touches, for which others' visits must be read; a visit of the day before may
 * last into it. */
export const daysAround = (day: IsoDate): { from: IsoDate; until: IsoDate } => ({
  from: addDays(day, -1),
  until: addDays(day, 1),
});

/** The parts of working hours in which nothing is planned, as `9:00–13:00`. `hours` are London times of that day. */
export function freeParts(day: IsoDate, hours: readonly [string, string][], busy: readonly Span[]): Span[] {
  const taken = busy.toSorted((a, b) => a.from - b.from);
  const free: Span[] = [];
  for (const [from, until] of hours) {
    let begin = instantOf(day, from);
    const end = until === "24:00" ? startOfLondonDay(addDays(day, 1)).getTime() : instantOf(day, until);
    for (const span of taken) {
      if (span.until <= begin || span.from >= end) continue;
      if (span.from > begin) free.push({ from: begin, until: span.from });
      begin = Math.max(begin, span.until);
    }
    if (begin < end) free.push({ from: begin, until: end });
  }
  return free;
}

export const formatSpan = ({ from, until }: Span): string =>
  `${formatTime(new Date(from).toISOString())}–${formatTime(new Date(until).toISOString())}`;
