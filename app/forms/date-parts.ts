import { cleanLine } from "#app/platform/clean-line.ts";
import { isIsoDate } from "#app/platform/dates.ts";

export const DATE_PARTS = [
  { part: "day", label: "Day" },
  { part: "month", label: "Month" },
  { part: "year", label: "Year" },
] as const;

export type DatePart = (typeof DATE_PARTS)[number]["part"];

export type DateParts = Record<DatePart, string>;

export const NO_DATE_PARTS: DateParts = { day: "", month: "", year: "" };

type Values = Readonly<Record<string, unknown>>;

function textOf(values: Values, control: string): string | undefined {
  const value = values[control];
  return typeof value === "string" ? value : undefined;
}

export function readDateParts(values: Values, name: string): DateParts {
  const read = (part: string) => textOf(values, `${name}-${part}`) ?? "";
  return { day: read("day"), month: read("month"), year: read("year") };
}

/** The date in a form: the joined parts (see `joinDate`), or else the value called `name`; undefined without either. */
export function readDate(values: Values, name: string): string | undefined {
  const typed = joinDate(readDateParts(values, name));
  const hasParts = DATE_PARTS.some(({ part }) => textOf(values, `${name}-${part}`) !== undefined);
  return typed || (textOf(values, name) ?? (hasParts ? "" : undefined));
}

/** `YYYY-MM-DD` for a day that exists, else the parts as typed between hyphens; empty when all three are. */
export function joinDate({ day, month, year }: DateParts): string {
  const parts = [year, month, day].map((part) => cleanLine(part).replaceAll("-", " ").trim());
  if (parts.every((part) => part === "")) return "";
  const padded = parts.map((part) => part.padStart(2, "0")).join("-");
  return isIsoDate(padded) ? padded : parts.join("-");
}

/** The opposite of `joinDate`. A text without two hyphens goes into the day, to be corrected there. */
export function splitDate(text: string): DateParts {
  const parts = text.split("-");
  if (parts.length !== 3) return { day: text, month: "", year: "" };
  const [year = "", month = "", day = ""] = parts;
  return isIsoDate(text)
    ? { day: String(Number(day)), month: String(Number(month)), year }
    : { day, month, year };
}
