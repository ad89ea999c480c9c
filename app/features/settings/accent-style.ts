import type { Shades } from "./colour.ts";

/** The style sheet's tokens with another accent. Only colours `#rrggbb` come in. */
export function accentStyle({ accent, deep, tint }: Shades): string {
  return `:root{--color-accent:${accent};--color-accent-deep:${deep};--color-tint:${tint}}`;
}
