import { isIsoDate, MONTHS, type IsoDate } from "#app/platform/dates.ts";

/** Days and amounts as banks of the United Kingdom write them into their files. */

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s].*)?$/;
const DAY_FIRST = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?:\s.*)?$/;
const NAMED_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+([a-z]{3,9})[-/., ]+(\d{4}|\d{2})(?:\s.*)?$/i;

const isoDate = (year: string, month: number, day: string): IsoDate | null => {
  const date = `${year.padStart(4, "20")}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isIsoDate(date) ? date : null;
};

/** `26/11/2026`, `26-11-26`, `26 Nov 2026`, `2026-11-26 10:15`: the day comes first unless the year does. Null for
 * anything else, and for a day that does not exist. */
export function readBankDay(typed: string): IsoDate | null {
  const text = typed.trim();
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year) return isoDate(year, Number(month), day!);
  const [, first, second, third] = DAY_FIRST.exec(text) ?? [];
  if (first) return isoDate(third!, Number(second), first);
  const [, dayOfMonth, name, namedYear] = NAMED_MONTH.exec(text) ?? [];
  if (!dayOfMonth) return null;
  const index = MONTHS.findIndex((full) => {
    const [long, short] = [full.toLowerCase(), name!.toLowerCase()];
    return short === long || short === long.slice(0, 3) || (short === "sept" && long === "september");
  });
  return index < 0 ? null : isoDate(namedYear!, index + 1, dayOfMonth);
}

const AMOUNT =
  /^(?<sign>[+-]?)£?(?<whole>\d{1,8}|\d{1,3}(?:,\d{3})+|(?=\.\d))(?:\.(?<pence>\d{1,2})0*)?(?<side>[+-]|CR|DR)?$/i;
const BRACKETS = /^\((.*)\)$/;
const MAX_PENCE = 1_000_000_000;

/** A cell without money: banks and spreadsheets fill it with a dash. */
export const isEmptyAmount = (cell: string) => /^[\p{Pd}\u2212]*$/u.test(cell.trim());

/** `595.00`, `£1,200.00`, `.50`, `-20.00`, `(20.00)`, `20.00DR` in whole pence: negative for money that went out.
 * Null for anything else, such as `1.200,00`, and for more than £10,000,000. */
export function readBankAmount(typed: string): number | null {
  const text = typed
    .replace(/[\s\u2212]|GBP/gi, (mark) => (mark === "\u2212" ? "-" : ""))
    .replace(/^£([-+(])/, "$1£");
  const inBrackets = BRACKETS.exec(text)?.[1];
  const { sign, whole, pence = "", side = "" } = AMOUNT.exec(inBrackets ?? text)?.groups ?? {};
  if (whole === undefined) return null;
  const amount = Number(whole.replaceAll(",", "")) * 100 + Number(pence.padEnd(2, "0"));
  if (amount > MAX_PENCE) return null;
  const isOut = inBrackets !== undefined || sign === "-" || side === "-" || side.toUpperCase() === "DR";
  return isOut ? 0 - amount : amount;
}

/** The words of a line by which it is known again: banks pad and change the case of the same words. */
export const plainWords = (text: string) => text.normalize("NFKC").toUpperCase().replace(/\s+/g, " ").trim();
