const pounds = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "GBP",
  minimumFractionDigits: 0,
});
const poundsAndPence = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** `£1,120`, with pence only when there are any. */
export function formatPounds(pence: number): string {
  return pence % 100 === 0 ? pounds.format(pence / 100) : poundsAndPence.format(pence / 100);
}

/** `£1,120.00` */
export function formatPoundsAndPence(pence: number): string {
  return poundsAndPence.format(pence / 100);
}

/** 112000 becomes 1120: the API's unit. */
export function toPounds(pence: number): number {
  return pence / 100;
}
