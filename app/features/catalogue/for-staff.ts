/** Parts of the catalogue that staff alone read: the pages of visitors need not load them. */

/** `Property and Finance`, `Make a Will`: the name of an assessment for those who read it all day. */
export function shortName(name: string): string {
  const short = name
    .replace(/ (capacity )?assessment(?= \(|$)/i, "")
    .replace(/^capacity to /i, "")
    .replace(/^lasting power of attorney\b/i, "LPA");
  return short.charAt(0).toUpperCase() + short.slice(1);
}

/** A price more than double, or less than half, of the one before it is asked about: it may be a slip. */
export const isSharpChange = (fromPence: number, toPence: number) =>
  toPence > 2 * fromPence || 2 * toPence < fromPence;
