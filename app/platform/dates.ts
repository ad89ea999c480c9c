/** Calendar days are `YYYY-MM-DD` strings, instants UTC ISO strings. "Today" is the day in London. */

export type IsoDate = string;

const HOUR_MS = 3_600_000;
export const WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
export const MONTHS =
  "January February March April May June July August September October November December".split(" ");

function lastSundayAtOne(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0, 1));
  return lastDay.setUTCDate(lastDay.getUTCDate() - lastDay.getUTCDay());
}

/** London's clock as `YYYY-MM-DDTHH:MM…`, without `Intl`, for whose first use a phone takes a tenth of a second. */
function londonClock(instant: Date): string {
  const time = instant.getTime();
  const month = instant.getUTCMonth();
  const change = month === 2 || month === 9 ? lastSundayAtOne(instant.getUTCFullYear(), month) : 0;
  const isSummer = month === 2 ? time >= change : month === 9 ? time < change : month > 2 && month < 9;
  return new Date(isSummer ? time + HOUR_MS : time).toISOString();
}

/** The day in London at an instant, `YYYY-MM-DD`. */
export const londonDate = (instant: Date): IsoDate => londonClock(instant).slice(0, 10);

/** The day and time in London at an instant, `YYYY-MM-DDTHH:MM`. */
export const londonMinute = (instant: Date): string => londonClock(instant).slice(0, 16);

/** True for an existing day `YYYY-MM-DD` between 1850 and 2200. */
export function isIsoDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!match) return false;
  const year = Number(match[1]);
  if (year < 1850 || year > 2200) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value;
}

/** True for a real day before `today`, both in London. */
export const isPastDay = (value: string, today: IsoDate): boolean => isIsoDate(value) && value < today;

/** The day so many days later; negative for earlier. Clock changes do not matter. */
export function addDays(day: IsoDate, days: number): IsoDate {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** So many months later, on the same day or the last of its month: 30 November and 3 months is 28 February. */
export function monthsAfter(day: IsoDate, months: number): IsoDate {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const later = new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate)));
  return later.toISOString().slice(0, 10) as IsoDate;
}

/** The instant when a London day begins: in summer 23:00 UTC of the day before. */
export function startOfLondonDay(day: IsoDate): Date {
  const utcMidnight = new Date(`${day}T00:00:00Z`);
  const anHourEarlier = new Date(utcMidnight.getTime() - HOUR_MS);
  return londonDate(anHourEarlier) === day ? anHourEarlier : utcMidnight;
}

/** 0 for Monday to 6 for Sunday. */
export const weekdayIndex = (day: IsoDate): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** True for a Saturday or Sunday. */
export const isWeekend = (day: IsoDate): boolean => weekdayIndex(day) >= 5;

const monthName = (day: IsoDate): string => MONTHS[Number(day.slice(5, 7)) - 1]!;

/** `Friday 20 November 2026` */
export const formatLongDate = (day: IsoDate): string => `${WEEKDAYS[weekdayIndex(day)]} ${formatDate(day)}`;

/** `20 November` */
export const formatDayAndMonth = (day: IsoDate): string => `${Number(day.slice(8))} ${monthName(day)}`;

/** `Fri 20 Nov` */
export const formatDayName = (day: IsoDate): string =>
  `${WEEKDAYS[weekdayIndex(day)]!.slice(0, 3)} ${Number(day.slice(8))} ${monthName(day).slice(0, 3)}`;

/** `20 November 2026` */
export const formatDate = (day: IsoDate): string => `${Number(day.slice(8))} ${formatMonth(day)}`;

/** `November 2026`, of a day or a month `YYYY-MM` */
export const formatMonth = (day: string): string => `${monthName(day)} ${Number(day.slice(0, 4))}`;

/** `20/11/2026` */
export function formatShortDate(day: IsoDate): string {
  const [year, month, date] = day.split("-");
  return `${date}/${month}/${year}`;
}

export const formatInstantDay = (instant: string): string => formatShortDate(londonDate(new Date(instant)));

/** `14:03`, London time */
export const formatTime = (instant: string): string => londonClock(new Date(instant)).slice(11, 16);

/** `20 Nov 2026, 14:03`, London time */
export function formatInstant(instant: string): string {
  const clock = londonClock(new Date(instant));
  const month = monthName(clock);
  const shortMonth = month === "September" ? "Sept" : month.slice(0, 3);
  return `${Number(clock.slice(8, 10))} ${shortMonth} ${clock.slice(0, 4)}, ${clock.slice(11, 16)}`;
}

/** `1 minute`, `5 minutes`; a part of a minute counts as a whole one. */
export function formatMinutes(minutes: number): string {
  const whole = Math.ceil(minutes);
  return `${whole} ${whole === 1 ? "minute" : "minutes"}`;
}
