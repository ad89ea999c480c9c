/** The records that say where a face-to-face visit may take place, the one that counts first. */
export const ADDRESS_SOURCES = {
  referral: "The referral form",
  client: "The client’s details",
  location: "The booking’s location",
} as const;

export type AddressSource = keyof typeof ADDRESS_SOURCES;

/** An address on record. `keys` are keyed hashes of it, the newest key's first: by them a visit remembers which
 * addresses were known when its place was decided. */
export type RecordedAddress = { source: AddressSource; address: string; keys: readonly string[] };

/** An address as a form shows it. */
export type ShownAddress = { key: string; words: string; address: string };

export const toShownAddress = ({ source, address, keys }: RecordedAddress): ShownAddress => ({
  key: keys[0]!,
  words: `${ADDRESS_SOURCES[source]}: ${address}`,
  address,
});

const NONE = "none";

/** The control `addressesSeen`: the addresses on record that a form shows. */
export const seenText = (keys: readonly string[]) => keys.join(" ") || NONE;

/** The keys in that control; undefined for a form without it. */
export const readSeen = (text: string | undefined) =>
  text === undefined ? undefined : text === NONE ? [] : text.split(" ");
