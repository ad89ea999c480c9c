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

const MOST_PENCE = 10_000_000;

/** Pounds as people write them, `£1,450.50`, to whole pence; null for anything else, for 0 and for more than £100,000. */
export function readPounds(typed: string): number | null {
  const plain = typed.replace(/[£,\s]/g, "");
  const pence = /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : 0;
  return pence > 0 && pence <= MOST_PENCE ? pence : null;
}
