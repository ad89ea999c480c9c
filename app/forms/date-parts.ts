import { cleanLine } from "#app/platform/clean-line.ts";
import { isIsoDate } from "#app/platform/dates.ts";

/** A date in three inputs, `name-day`, `name-month` and `name-year`. Pure: it runs in the browser too. */

export const DATE_PARTS = [
  { part: "day", label: "Day" },
  { part: "month", label: "Month" },
  { part: "year", label: "Year" },
] as const;

/** The three inputs as they stand; together they may make no date. */
export type DateParts = Record<(typeof DATE_PARTS)[number]["part"], string>;

export const NO_DATE_PARTS: DateParts = { day: "", month: "", year: "" };

/** Values by control name, as a form, a draft or JSON holds them. */
type Values = Readonly<Record<string, unknown>>;

function textOf(values: Values, control: string): string | undefined {
  const value = values[control];
  return typeof value === "string" ? value : undefined;
}

/** The three inputs of a date; what is not there is empty. */
export function readDateParts(values: Values, name: string): DateParts {
  const read = (part: string) => textOf(values, `${name}-${part}`) ?? "";
  return { day: read("day"), month: read("month"), year: read("year") };
}

/**
 * The date that a form carries: what stands in the three inputs, see `joinDate`, or else the whole value called `name`.
 * Undefined when it carries neither.
 */
export function readDate(values: Values, name: string): string | undefined {
  const typed = joinDate(readDateParts(values, name));
  const hasParts = DATE_PARTS.some(({ part }) => textOf(values, `${name}-${part}`) !== undefined);
  return typed || (textOf(values, name) ?? (hasParts ? "" : undefined));
}

/**
 * One text for the three inputs: `YYYY-MM-DD` for a day that exists, else the parts as typed between hyphens, so that a
 * half-typed date is kept. Empty when all three are.
 */
export function joinDate({ day, month, year }: DateParts): string {
  const parts = [year, month, day].map((part) => cleanLine(part).replaceAll("-", " ").trim());
  if (parts.every((part) => part === "")) return "";
  const padded = parts.map((part) => part.padStart(2, "0")).join("-");
  return isIsoDate(padded) ? padded : parts.join("-");
}

/** The opposite of `joinDate`. A text without two hyphens goes into the day, where it can be seen and corrected. */
export function splitDate(text: string): DateParts {
  const parts = text.split("-");
  if (parts.length !== 3) return { day: text, month: "", year: "" };
  const [year = "", month = "", day = ""] = parts;
  return isIsoDate(text)
    ? { day: String(Number(day)), month: String(Number(month)), year }
    : { day, month, year };
}
