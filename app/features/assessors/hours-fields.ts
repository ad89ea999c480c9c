import { WEEKDAYS } from "#app/platform/dates.ts";
import { MAX_PARTS, splitHours, type WeekHours } from "./hours.ts";

/** The controls of one part of a day. */
export type PartFields = { from: string; until: string };

/** The controls of the weekly hours, Monday first: from and until for each part of a day. */
export const HOURS_FIELDS: readonly { day: string; parts: readonly PartFields[] }[] = WEEKDAYS.map((day) => ({
  day,
  parts: Array.from({ length: MAX_PARTS }, (_, part) => ({
    from: `hours${day}From${part + 1}`,
    until: `hours${day}Until${part + 1}`,
  })),
}));

export function hoursValues(hours: WeekHours): Record<string, string> {
  const values = HOURS_FIELDS.flatMap(({ parts }, index) =>
    parts.flatMap(({ from, until }, part): [string, string][] => {
      const [begin = "", end = ""] = hours[index]?.[part] ?? [];
      return [
        [from, begin],
        [until, end],
      ];
    }),
  );
  return Object.fromEntries(values);
}

const MIN_SHOWN = 2;

/** How many parts of each day the form shows: one more than the fullest day has. */
export function partsShown(values: Readonly<Record<string, unknown>>): number {
  const used = HOURS_FIELDS.map(({ parts }) =>
    parts.findLastIndex(({ from, until }) => Boolean(values[from] || values[until])),
  );
  return Math.min(MAX_PARTS, Math.max(MIN_SHOWN, Math.max(...used) + 2));
}

/** Copies what is typed for Monday to the days until Friday. */
export function copyToWeekdays(
  read: (name: string) => string,
  write: (name: string, value: string) => void,
): void {
  const [monday, ...others] = HOURS_FIELDS.slice(0, 5);
  for (const { parts } of others)
    for (const [index, { from, until }] of parts.entries()) {
      write(from, read(monday!.parts[index]!.from));
      write(until, read(monday!.parts[index]!.until));
    }
}

/** Gives a posted form a control for each end of a part where it has a day's hours in one text (`hoursMonday`), as an
 * older page and a program send them. */
export function spellOutHours(form: FormData): void {
  for (const { day, parts } of HOURS_FIELDS) {
    const text = form.get(`hours${day}`);
    if (typeof text !== "string") continue;
    form.delete(`hours${day}`);
    for (const [index, [from, until]] of splitHours(text).entries()) {
      form.set(parts[index]!.from, from);
      form.set(parts[index]!.until, until);
    }
  }
}
