/** A search for the place on OpenStreetMap: a plain link, which sends nothing before it is followed. Null for
 * an empty place. */
export function mapLink(place: string): string | null {
  return place === "" ? null : `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;
}

const POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]?(\s?\d[A-Z]{2})?\b/gi;

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
