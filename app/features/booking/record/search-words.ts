import { foldText } from "#app/platform/fold-text.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { dialledNumber } from "#app/platform/phone-number.ts";
import { clientName, nameKeys, organisationName } from "./party-keys.ts";

/** The words by which a booking is found: by their beginning, without letter case, accents and punctuation. */

const MAX_WORD_LENGTH = 40;
const MAX_PARTS = 8;
const MAX_TOKENS = 6;

/** A field from each of its parts to its end, so that it is found by any part: `o'hara` gives `ohara` and `hara`. */
function wordsOf(field: string | null): string[] {
  const parts = foldText(field ?? "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return parts
    .slice(0, MAX_PARTS)
    .map((_, index) => parts.slice(index).join("").slice(0, MAX_WORD_LENGTH).toWellFormed());
}

/** A number is also found without its leading zeros, because a search reads it as a phone number. */
const wordsOfNumber = (field: string | null): string[] =>
  wordsOf(field).flatMap((word) => [word, withoutZeros(word)]);

/** A number as a search reads it: without the zeros of a trunk or of a foreign call. */
const withoutZeros = (digits: string) => digits.replace(/^(?:00|0)(?=.)/, "");

/** The ends of a number by which it is found: its last four digits are often all that somebody noted. */
const lastDigits = (digits: string) => [withoutZeros(digits.slice(-6)), digits.slice(-4)];

function wordsOfPhone(digits: string, countryCode: string): string[] {
  return [digits, countryCode.replace(/\D/g, "") + digits, ...lastDigits(digits)];
}

/** National numbers have this many digits where their country is not known. */
const NATIONAL = [9, 10];

/** The whole words of a number in any spelling: with and without its country, and its last digits. */
export function phoneWords(typed: string, countryCode?: string): string[] {
  const digits = dialledNumber(typed, countryCode).replace(/\D/g, "");
  if (digits.length < 6) return [];
  const national = NATIONAL.filter((length) => length < digits.length).map((length) => digits.slice(-length));
  const own = digits.slice((countryCode ?? "+").length - 1);
  return [...new Set([digits, ...[own, ...national].map(withoutZeros), ...lastDigits(digits)])];
}

/** Each part of a field, and all of them in one: `SW1A 1AA` gives `sw1a`, `1aa` and `sw1a1aa`. */
export function wholeWords(field: string | null): string[] {
  const parts = foldText(field ?? "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_PARTS);
  return [...new Set([...parts, parts.join("")])]
    .filter(Boolean)
    .map((word) => word.slice(0, MAX_WORD_LENGTH).toWellFormed());
}

/** The words by which bookings of these parties are found. Nobody can type one in a search. */
export const partyWords = (keys: string[]) => keys.map((key) => `=${key}`);

const SEARCHED_TEXTS = [
  "reference",
  "client_first_name",
  "client_last_name",
  "referrer_first_name",
  "referrer_last_name",
  "referrer_email",
  "referrer_organisation",
  "assessment_location",
] as const;

export type SearchedColumns = Pick<
  BookingRow,
  | (typeof SEARCHED_TEXTS)[number]
  | "referrer_phone"
  | "referrer_country_code"
  | "po_number"
  | "matter_reference"
>;

/** An erased booking has none. Encrypted columns give none here: see `sealed-words.server.ts`. */
export function bookingWords(booking: SearchedColumns): string[] {
  if (booking.referrer_email === "") return [];
  const words = SEARCHED_TEXTS.flatMap((column) => wordsOf(booking[column]));
  const phone = wordsOfPhone(booking.referrer_phone, booking.referrer_country_code);
  const billing = [booking.po_number, booking.matter_reference].flatMap(wordsOfNumber);
  const parties = partyWords([clientName(booking), organisationName(booking)].flatMap(nameKeys));
  return [...new Set([...words, ...phone, ...billing, ...parties])];
}

/** Not a part of a reference, which may have six digits in a row. */
const NUMBER = /(?<![\p{L}\p{N}]-?)[+(]{0,2}\d(?:[\s().+-]*\d){5,}(?!-?[\p{L}\p{N}])/gu;

function numberToken(typed: string): string {
  const digits = typed.replace(/\(0\)/, "").replace(/\D/g, "");
  return digits.replace(/^(?:00|0)/, "");
}

/** The beginnings of words that a booking must contain, at most six. A phone number counts as one, however
 * it is typed. */
export function searchTokens(search: string): string[] {
  const folded = foldText(search);
  const numbers = (folded.match(NUMBER) ?? []).map(numberToken);
  const words = folded
    .replace(NUMBER, " ")
    .split(/[\s,;]+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]+/gu, ""));
  return [...new Set([...numbers, ...words])]
    .filter(Boolean)
    .slice(0, MAX_TOKENS)
    .map((token) => token.slice(0, MAX_WORD_LENGTH).toWellFormed());
}
