/** `£1,120`, with pence only when there are any. */
export const formatPounds = (pence: number): string => formatPoundsAndPence(pence).replace(/\.00$/, "");

/** `£1,120.00` */
export function formatPoundsAndPence(pence: number): string {
  const [pounds = "", rest] = (Math.abs(pence) / 100).toFixed(2).split(".");
  return `${pence < 0 ? "-" : ""}£${pounds.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

/** A quotient of whole numbers, halves away from zero. `divisor` is positive. */
export function divideRounded(dividend: number, divisor: number): number {
  const size = Math.floor((2 * Math.abs(dividend) + divisor) / (2 * divisor));
  return dividend < 0 ? 0 - size : size;
}

/** 112000 becomes 1120: the API's unit. */
export const toPounds = (pence: number): number => pence / 100;

const MAX_PENCE = 10_000_000;

const AMOUNT = "Please enter an amount in pounds, such as 450, 450.50 or 1,120 (at most £100,000).";

const PLAIN = /^£?(?<whole>\d{1,6})(?:[.,](?<fraction>\d{1,2}))?$/;
/** Groups of three after commas or spaces, and pence after a point. */
const GROUPED = /^£?(?<whole>[1-9]\d{0,2}(?<mark>[,\s])\d{3}(?:\k<mark>\d{3})*)(?:\.(?<fraction>\d{1,2}))?$/;
/** Groups of three after points: thousands in other countries, and a slip here. */
const POINTED = /^£?(?<whole>[1-9]\d{0,2}(?:\.\d{3})+)(?:,(?<fraction>\d{1,2}))?$/;

const normalise = (typed: string) => typed.trim().replace(/^£\s+/, "£");

/** Pounds as people in the United Kingdom write them, `£1,450.50`, to whole pence: a point is the decimal sign, commas
 * or spaces make groups of three. A comma before one or two last digits is a decimal sign, too. Null for anything else,
 * for less than `minPence` and for more than £100,000. */
export function readPounds(typed: string, minPence = 1): number | null {
  const text = normalise(typed);
  const { whole, fraction = "" } = (PLAIN.exec(text) ?? GROUPED.exec(text))?.groups ?? {};
  if (whole === undefined) return null;
  const pence = Number(whole.replace(/\D/g, "")) * 100 + Number(fraction.padEnd(2, "0"));
  return pence >= minPence && pence <= MAX_PENCE ? pence : null;
}

/** The message of a form when `readPounds` finds no amount; a question where thousands may be meant. */
export function poundsProblem(typed: string): string {
  const { whole, fraction } = POINTED.exec(normalise(typed))?.groups ?? {};
  if (whole === undefined) return AMOUNT;
  const meant = whole.replaceAll(".", ",") + (fraction ? `.${fraction}` : "");
  return `Do you mean £${meant}? Then write ${meant}. Pence are two digits after a point, such as 450.50.`;
}
