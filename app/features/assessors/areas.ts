/** Postcode areas (`LS`) and districts (`LS6`) of England, Wales, Scotland and Northern Ireland. */

const DISTRICT = "[A-Z]{1,2}\\d[A-Z\\d]?";

/** The district of the first postcode in a text, such as `LS6`; null without one. A district alone counts, too. */
export function districtIn(text: string | null | undefined): string | null {
  const folded = (text ?? "").toUpperCase();
  const whole = new RegExp(`\\b(${DISTRICT})\\s?\\d[A-Z]{2}\\b`).exec(folded);
  return (whole ?? new RegExp(`\\b(${DISTRICT})\\b`).exec(folded))?.[1] ?? null;
}

/** `LS`, `HX1`; null for anything else. */
export function readArea(typed: string): string | null {
  const area = typed.trim().toUpperCase();
  return new RegExp(`^([A-Z]{1,2}|${DISTRICT})$`).test(area) ? area : null;
}

/** Whether a district is in one of the areas: `LS` has every `LS…`, and `LS1` is `LS1` alone. */
export function isInAreas(district: string, areas: readonly string[]): boolean {
  const letters = /^[A-Z]+/.exec(district)?.[0];
  return areas.some((area) => area === district || area === letters);
}
