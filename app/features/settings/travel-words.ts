import { formatPoundsAndPence } from "#app/platform/money.ts";

/** `20 miles are free, then £0.55 a mile`; empty without a rule. */
export function travelWords(rules: { freeMiles: number; milePence: number | null }): string {
  if (rules.milePence === null) return "";
  const rate = `${formatPoundsAndPence(rules.milePence)} a mile`;
  return rules.freeMiles > 0 ? `${rules.freeMiles} miles are free, then ${rate}` : rate;
}
