import { isIsoDate, type IsoDate } from "#app/platform/dates.ts";

/** Dates typed in three inputs, `name-day`, `name-month` and `name-year` (DESIGN section 6). Pure. */

/**
 * The date that a form carries: what was typed in the three parts, or else the whole `YYYY-MM-DD` value. Empty when
 * nothing was given. Parts that make no date give text that is no date either (`2027-2-`), for the rules to refuse.
 */
export function readDateParts<Name extends string>(
  values: Record<Name | `${Name}-day` | `${Name}-month` | `${Name}-year`, string>,
  name: Name,
): string {
  const parts = [values[`${name}-year`], values[`${name}-month`], values[`${name}-day`]];
  if (parts.every((part) => part === "")) return values[name];
  return parts.map((part, index) => (index === 0 ? part : part.padStart(2, "0"))).join("-");
}

/** True for a day that exists and lies before `today`. */
export function isPastDay(value: string, today: IsoDate): boolean {
  return isIsoDate(value) && value < today;
}
