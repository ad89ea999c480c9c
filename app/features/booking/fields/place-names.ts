/** Such a word after a town's name makes it a street or a house. */
const STREET =
  "road|rd|street|avenue|ave|lane|terrace|drive|close|house|court|way|place|gardens|crescent|square|lodge|grove|ward|hall|park|rise|view|" +
  "hill|green|mews|row|walk|grange|cottages?|mansions|buildings|gate|wharf|quay|wood|point|farm|st(?=[,;]|$)";

/** A place in the letters of the lists of names: small, `st andrews` for St. Andrews and Saint Andrews, `bfpo
 * 61` for BFPO61. */
const plain = (place: string) =>
  place
    .toLowerCase()
    .replace(/[.'’\s-]+/g, " ")
    .replace(/([a-z])(?=\d)/g, "$1 ")
    .replaceAll("saint ", "st ")
    .trim();

/** Looks for names of towns and counties in a place as it was typed: the last one, because addresses go from the small
 * to the large; null without one. Streets that are named after a town do not count. */
export function createNameFinder(names: Iterable<string>): (place: string) => string | null {
  const longestFirst = [...names].sort((one, other) => other.length - one.length).join("|");
  const pattern = new RegExp(`(?:^|[ ,;(])(${longestFirst})(?=$|[ ,;)])(?! (?:${STREET})(?![a-z]))`, "g");
  return (place) => [...plain(place).matchAll(pattern)].at(-1)?.[1] ?? null;
}
