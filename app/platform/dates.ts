/** Calendar days are `YYYY-MM-DD` strings, instants UTC ISO strings. "Today" is the day in London. */

export type IsoDate = string;

const londonDay = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** By its parts: the order in which a locale writes them differs between browsers. */
function formatIsoDay(instant: Date): IsoDate {
  const parts = londonDay.formatToParts(instant);
  const valueOf = (type: string) => parts.find((part) => part.type === type)!.value;
  return `${valueOf("year")}-${valueOf("month")}-${valueOf("day")}`;
}

const HOUR_MS = 3_600_000;
let latest = { hour: NaN, day: "" };

/** London's days begin on the hour, so that the day of the last hour asked for is kept: formatting took 2 % of a
 * booking. */
export function londonDate(instant: Date): IsoDate {
  const hour = Math.floor(instant.getTime() / HOUR_MS);
  if (hour !== latest.hour) latest = { hour, day: formatIsoDay(instant) };
  return latest.day;
}

/** True for an existing day `YYYY-MM-DD` between 1850 and 2200. */
export function isIsoDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!match) return false;
  const year = Number(match[1]);
  if (year < 1850 || year > 2200) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value;
}

export function isPastDay(value: string, today: IsoDate): boolean {
  return isIsoDate(value) && value < today;
}

export function addDays(day: IsoDate, days: number): IsoDate {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The instant when a London day begins: in summer 23:00 UTC of the day before. */
export function startOfLondonDay(day: IsoDate): Date {
  const utcMidnight = new Date(`${day}T00:00:00Z`);
  const anHourEarlier = new Date(utcMidnight.getTime() - 3_600_000);
  return londonDate(anHourEarlier) === day ? anHourEarlier : utcMidnight;
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayIndex(day: IsoDate): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

export function isWeekend(day: IsoDate): boolean {
  return weekdayIndex(day) >= 5;
}

const longFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const timeFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  hour: "2-digit",
  minute: "2-digit",
});
const instantFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** `Friday 20 November 2026` */
export function formatLongDate(day: IsoDate): string {
  return longFormat.format(new Date(`${day}T00:00:00Z`)).replace(",", "");
}

/** `20/11/2026` */
export function formatShortDate(day: IsoDate): string {
  const [year, month, date] = day.split("-");
  return `${date}/${month}/${year}`;
}

/** `20/11/2026`, the London day of an instant */
export function formatInstantDay(instant: string): string {
  return formatShortDate(londonDate(new Date(instant)));
}

/** `14:03`, London time */
export function formatTime(instant: string): string {
  return timeFormat.format(new Date(instant));
}

/** `20 Nov 2026, 14:03`, London time */
export function formatInstant(instant: string): string {
  return instantFormat.format(new Date(instant));
}
