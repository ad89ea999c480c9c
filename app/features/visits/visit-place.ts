/** A search for the place on OpenStreetMap: a plain link, which sends nothing before it is followed. Null for an empty place. */
export function mapLink(place: string): string | null {
  return place === "" ? null : `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;
}
