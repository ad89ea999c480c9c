import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { formatShortDate, londonDate } from "#app/platform/dates.ts";

const HOUR_MS = 3_600_000;

function inWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes === 0) return "less than a minute";
  const [count, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), "hour"]
        : [Math.floor(minutes / (24 * 60)), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** How long is left to get in touch within the promised hours after `since`, a UTC instant. */
export function contactPromise(since: string, now: Date) {
  const from = new Date(since).getTime();
  if (from > now.getTime()) {
    const day = formatShortDate(londonDate(new Date(since)));
    return { isOverdue: false, text: `Next contact ${day}` };
  }
  const left = from + currentOffer().rules.promiseHours * HOUR_MS - now.getTime();
  return left >= 0
    ? { isOverdue: false, text: `${inWords(left)} left` }
    : { isOverdue: true, text: `Overdue by ${inWords(-left)}` };
}
