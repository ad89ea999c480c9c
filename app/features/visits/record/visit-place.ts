import { districtIn } from "#app/features/assessors/areas.ts";

/** A search for the place on OpenStreetMap: a plain link, which sends the address once it is followed. Null for an
 * empty place. */
export const mapLink = (place: string): string | null =>
  place === "" ? null : `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;

const POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]?(\s?\d[A-Z]{2})?\b/gi;
const WHOLE_POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b/i;

/** The parts of an address between its commas and line breaks, without postcodes and in lower case. */
const partsOf = (place: string) =>
  place
    .toLowerCase()
    .split(/[,\n]/)
    .map((part) => part.replace(POSTCODE, "").replaceAll(/\s+/g, " ").trim())
    .filter((part) => part !== "");

/** Whether an address has this town among its parts. Of a town that is itself an address, the last part counts. */
export function isInTown(place: string, town: string): boolean {
  const wanted = partsOf(town).at(-1);
  return wanted !== undefined && partsOf(place).includes(wanted);
}

/** The postcode district of a place, else of the booking's location; null when neither has one, and for a place in
 * another town than that location. */
export function districtOf(place: string, location: string | null): string | null {
  const own = districtIn(place);
  if (own !== null || location === null) return own;
  const isElsewhere = partsOf(place).length > 1 && partsOf(location).length > 0 && !isInTown(place, location);
  return isElsewhere ? null : districtIn(location);
}

/** Whether an assessor finds the door by it: a number besides the postcode, or a name and another part with a whole
 * postcode. */
export function isWholeAddress(place: string): boolean {
  const parts = partsOf(place);
  return parts.some((part) => /\d/.test(part)) || (parts.length > 1 && WHOLE_POSTCODE.test(place));
}

/** The lines of an address in one; empty without the first. */
export function addressOf([street, ...rest]: readonly (string | null)[]): string {
  const lines = [street, ...rest].map((line) => line?.trim()).filter(Boolean);
  return street?.trim() ? lines.join(", ") : "";
}

/** The words of an address, a postcode as two. */
const wordsOf = (place: string) =>
  place
    .toLowerCase()
    .replaceAll(/\b([a-z]{1,2}\d[a-z\d]?)\s*(\d[a-z]{2})\b/g, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether a place has every word of an address, in any order. */
export function saysAddress(place: string, address: string): boolean {
  const words = new Set(wordsOf(place));
  return wordsOf(address).every((word) => words.has(word));
}
