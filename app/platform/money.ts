/** `£1,120`, with pence only when there are any. */
export function formatPounds(pence: number): string {
  return formatPoundsAndPence(pence).replace(/\.00$/, "");
}

/** `£1,120.00` */
export function formatPoundsAndPence(pence: number): string {
  const [pounds = "", rest] = (Math.abs(pence) / 100).toFixed(2).split(".");
  return `${pence < 0 ? "-" : ""}£${pounds.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

/** 112000 becomes 1120: the API's unit. */
export function toPounds(pence: number): number {
  return pence / 100;
}

const MAX_PENCE = 10_000_000;

/** The message of a form when `readPounds` finds no amount. */
export const POUNDS_PROBLEM =
  "Please enter an amount in pounds, such as 450, 450.50 or 1,120 (at most £100,000).";

const PLAIN = /^£?(?<whole>\d{1,6})(?:[.,](?<fraction>\d{1,2}))?$/;
/** Groups of three, and pence after the other mark. */
const GROUPED =
  /^£?(?<whole>[1-9]\d{0,2}(?<mark>[.,\s])\d{3}(?:\k<mark>\d{3})*)(?:(?!\k<mark>)[.,](?<fraction>\d{1,2}))?$/;

/** Pounds as people write them, `£1,450.50` or `1.450,50`, to whole pence: one or two digits after a comma or point are
 * pence, groups of three are thousands. Null for anything else, for less than `minPence` and for more than £100,000. */
export function readPounds(typed: string, minPence = 1): number | null {
  const text = typed.trim().replace(/^£\s+/, "£");
  const { whole, fraction = "" } = (PLAIN.exec(text) ?? GROUPED.exec(text))?.groups ?? {};
  if (whole === undefined) return null;
  const pence = Number(whole.replace(/\D/g, "")) * 100 + Number(fraction.padEnd(2, "0"));
  return pence >= minPence && pence <= MAX_PENCE ? pence : null;
}
