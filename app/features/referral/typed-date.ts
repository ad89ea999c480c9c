import { isIsoDate } from "#app/platform/dates.ts";

/** A date as its three inputs hold it, which may be unfinished or impossible. */
export type DateParts = { day: string; month: string; year: string };

/**
 * One text for the three inputs: `YYYY-MM-DD` for a day that exists, else the parts as typed between hyphens, so that
 * a half-typed date is kept. Empty when all three are.
 */
export function joinDate({ day, month, year }: DateParts): string {
  const parts = [year, month, day].map((part) => part.replaceAll("-", " ").trim());
  if (parts.every((part) => part === "")) return "";
  const padded = [parts[0]!, parts[1]!.padStart(2, "0"), parts[2]!.padStart(2, "0")].join("-");
  return isIsoDate(padded) ? padded : parts.join("-");
}

/** The opposite of `joinDate`. A text without two hyphens stands in the day, where it can be seen and mended. */
export function splitDate(text: string): DateParts {
  const parts = text.split("-");
  if (parts.length !== 3) return { day: text, month: "", year: "" };
  const [year, month, day] = parts as [string, string, string];
  return isIsoDate(text)
    ? { day: String(Number(day)), month: String(Number(month)), year }
    : { day, month, year };
}
