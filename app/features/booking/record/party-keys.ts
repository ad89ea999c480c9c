import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { foldText } from "#app/platform/fold-text.ts";

/** The parties of a booking in a form in which two bookings can be compared, and the keys by which they are found. */

export type Party = Pick<BookingRow, "client_first_name" | "client_last_name" | "referrer_organisation">;

/** The words of a name that its key keeps; a text has a key for every run of so many words. */
const MAX_RUN = 4;
const MAX_KEY_LENGTH = 39;
const MAX_WORDS = 200;

const LEGAL_FORMS = /(?: and co| co| limited| llp| ltd| plc)+(?= |$)/g;

/** Folded words; every legal form is a `*`, so that Webb & Co and Webb Limited both become `webb *`. */
export function partyText(text: string | null): string {
  const words = foldText(text ?? "")
    .replaceAll("&", " and ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
  return ` ${words.join(" ")}`.replace(LEGAL_FORMS, " *").trim();
}

/** `edith marsh`; empty unless both names are known. */
export function clientName({ client_first_name, client_last_name }: Party): string {
  const parts = [client_first_name, client_last_name].map(partyText);
  return parts.every(Boolean) ? parts.join(" ") : "";
}

/** `acme lending` without its legal form. A single word keeps it: Brown Ltd is no Arnold Brown. */
export function organisationName({ referrer_organisation }: Party): string {
  const name = partyText(referrer_organisation);
  const short = name.replace(/ ?\*$/, "");
  return short === "" || short.includes(" ") ? short : name;
}

const keyOf = (words: string[]) => words.slice(0, MAX_RUN).join(" ").slice(0, MAX_KEY_LENGTH).toWellFormed();

/** The key of a name; none for an empty one. */
export const nameKeys = (name: string) => (name === "" ? [] : [keyOf(name.split(" "))]);

/** Every key that a name in this text could have. */
export function textKeys(text: string): string[] {
  const words = partyText(text).split(" ").slice(0, MAX_WORDS);
  const runs = words.flatMap((_, start) =>
    Array.from({ length: MAX_RUN }, (_unused, more) => keyOf(words.slice(start, start + more + 1))),
  );
  return [...new Set(runs)].filter(Boolean);
}

const NO_NAME = /^\s*(?:as|n\/?a|nil|no|none|not|see|tbc|to be|unknown)\b/i;
const TWO_CAPITALS = /\p{Lu}[\p{L}.'’-]*\s+\p{Lu}/u;

/** The whole text when it names somebody; empty for "None known", which says nothing about two bookings. */
export const namingText = (text: string) =>
  TWO_CAPITALS.test(text) && !NO_NAME.test(text) ? partyText(text) : "";
