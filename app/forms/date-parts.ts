import { data } from "react-router";
import { cleanLine } from "#app/platform/clean-line.ts";
import { isIsoDate, MONTHS, type IsoDate } from "#app/platform/dates.ts";

export const DATE_PARTS = [
  { part: "day", label: "Day" },
  { part: "month", label: "Month" },
  { part: "year", label: "Year" },
] as const;

export type DatePart = (typeof DATE_PARTS)[number]["part"];

export type DateParts = Record<DatePart, string>;

export const NO_DATE_PARTS: DateParts = { day: "", month: "", year: "" };

/** The day that an address asks for; null where it names none. Throws 400 for what looks like a day, and is none. */
export function askedDay(query: URLSearchParams, name: string): IsoDate | null {
  const day = cleanLine(query.get(name) ?? "").trim();
  if (isIsoDate(day)) return day;
  if (!/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/.test(day)) return null;
  const message = `“${day.slice(0, 20)}” is not a day that exists. Go back, and enter one such as 2027-03-31.`;
  throw data({ heading: "There is no such day", message }, { status: 400 });
}

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
export function readDate(values: Values, name: string, century?: string): string | undefined {
  const typed = joinDate(readDateParts(values, name), century);
  const hasParts = DATE_PARTS.some(({ part }) => textOf(values, `${name}-${part}`) !== undefined);
  return typed || (textOf(values, name) ?? (hasParts ? "" : undefined));
}

/** 1 to 12 for a month's number or name, which may be cut after its third letter; NaN for anything else. */
function monthNumber(month: string): number {
  if (/^\d{1,2}$/.test(month)) return Number(month);
  const name = month.toLowerCase().replace(/\.$/, "");
  const index = name.length < 3 ? -1 : MONTHS.findIndex((one) => one.toLowerCase().startsWith(name));
  return index === -1 ? NaN : index + 1;
}

function isoDate({ day, month, year }: DateParts, century?: string): string | null {
  const wholeYear = century && /^\d\d$/.test(year) ? century + year : year;
  const wholeDay = day.replace(/^(\d{1,2})(?:st|nd|rd|th)$/i, "$1").padStart(2, "0");
  const date = `${wholeYear}-${String(monthNumber(month)).padStart(2, "0")}-${wholeDay}`;
  return isIsoDate(date) ? date : null;
}

/** A whole date that was typed or pasted into the input for the day. */
function partsOfWhole(text: string): DateParts | null {
  const [first, month, last, ...rest] = text.split(/[\s/.,-]+/);
  if (!first || !month || !last || rest.length > 0) return null;
  return first.length === 4 ? { day: last, month, year: first } : { day: first, month, year: last };
}

/** `YYYY-MM-DD` for a day that exists, else the parts as typed between hyphens; empty when all three are. A month may
 * be a name. `century`, such as "20", completes a year of two digits. */
export function joinDate(typed: DateParts, century?: string): string {
  const clean = (part: string) => cleanLine(part).trim();
  const parts = { day: clean(typed.day), month: clean(typed.month), year: clean(typed.year) };
  const whole = parts.month === "" && parts.year === "" ? partsOfWhole(parts.day) : null;
  const date = isoDate(whole ?? parts, century);
  if (date) return date;
  const texts = [parts.year, parts.month, parts.day].map((part) => part.replaceAll("-", " "));
  return texts.every((text) => text === "") ? "" : texts.join("-");
}

/** The mistake in typed parts, which `joinDate` made `text`: one is missing, no month, or a year without its
 * century. It begins with the date's label, because a list of errors may be about several dates. Null for three
 * parts that look like a date, whether that day exists or not, and for any other text. */
export function datePartsProblem(text: string, label: string): string | null {
  if (text.split("-").length !== 3) return null;
  const parts = splitDate(text);
  const missing = DATE_PARTS.filter(({ part }) => parts[part] === "").map(({ part }) => `the ${part}`);
  if (missing.length > 0) return `${label}: please enter ${missing.join(" and ")} as well.`;
  if (Number.isNaN(monthNumber(parts.month)))
    return `${label}: please enter the month as a number or by its name, such as 3 or March.`;
  return /^\d{1,3}$/.test(parts.year) ? `${label}: please enter all four digits of the year.` : null;
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
