import { addDays, type IsoDate } from "#app/platform/dates.ts";

/** Months as `YYYY-MM`, London's. */

export const isMonth = (text: string) => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

export const monthOf = (day: IsoDate) => day.slice(0, 7);

export const firstDayOf = (month: string): IsoDate => `${month}-01`;

export const nextMonth = (month: string) => monthOf(addDays(firstDayOf(month), 31));

export const monthBefore = (month: string) => monthOf(addDays(firstDayOf(month), -1));

export const lastDayOf = (month: string): IsoDate => addDays(firstDayOf(nextMonth(month)), -1);
