import { addDays, type IsoDate } from "#app/platform/dates.ts";

/** Open money by its age. Whole pence; days are London's. */

export const AGES = {
  "not-due": "Not due",
  "to-30": "1 to 30 days",
  "to-60": "31 to 60 days",
  "to-90": "61 to 90 days",
  older: "Over 90 days",
} as const;

export type Age = keyof typeof AGES;

/** The age of what was due on a day: an invoice is overdue from the day after. */
export function ageOf(dueOn: IsoDate, today: IsoDate): Age {
  if (dueOn >= today) return "not-due";
  if (dueOn >= addDays(today, -30)) return "to-30";
  if (dueOn >= addDays(today, -60)) return "to-60";
  return dueOn >= addDays(today, -90) ? "to-90" : "older";
}

export type OpenSum = { dueOn: IsoDate; openPence: number };

/** The sums at each age, and in all. */
export function agesOf(open: readonly OpenSum[], today: IsoDate): Record<Age | "total", number> {
  const sums = { "not-due": 0, "to-30": 0, "to-60": 0, "to-90": 0, older: 0, total: 0 };
  for (const { dueOn, openPence } of open) {
    sums[ageOf(dueOn, today)] += openPence;
    sums.total += openPence;
  }
  return sums;
}
