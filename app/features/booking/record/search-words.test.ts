import { describe, expect, test } from "vitest";
import { bookingWords, phoneWords, searchTokens, wholeWords, type SearchedColumns } from "./search-words.ts";

const BOOKING: SearchedColumns = {
  reference: "MCA-7K4Q-2XPD",
  client_first_name: "Margaret Ann",
  client_last_name: "Thornbury",
  referrer_first_name: "ÉLODIE",
  referrer_last_name: "O’Hara-Łukasz",
  referrer_email: "Jo_R@example.org",
  referrer_organisation: "St Mary's Hospital, Straße 5",
  referrer_phone: "7700900456",
  referrer_country_code: "+44",
  po_number: null,
  matter_reference: null,
  assessment_location: "Flat 2, SW1A 1AA",
};

const finds = (search: string, booking = BOOKING) => {
  const tokens = searchTokens(search);
  const words = bookingWords(booking);
  return tokens.length > 0 && tokens.every((token) => words.some((word) => word.startsWith(token)));
};

test.each([
  "élodie",
  "Elodie",
  "E\u0301LODIE",
  "Thornbury, Margaret",
  "margaret ann thorn",
  "o'hara",
  "OHARA",
  "hara lukasz",
  "o’hara-lukasz",
  "mca-7k4q",
  "7K4Q2XPD",
  "2xpd",
  "jo_r@EXAMPLE.org",
  "@example.org",
  "st marys",
  "St. Mary’s hospital",
  "STRASSE",
  "sw1a1aa",
  "SW1A 1AA",
  "07700 900456",
  "+44 7700 900456",
  "0044 7700 900 456",
  "+44 (0)7700-900456",
  "7700900456",
  "\u202a07700\u200b900456\u202c",
  "０７７００ ９００４５６",
  "7700 900",
  "900456",
  "0456",
  "thornbury 07700 900456 margaret",
])("%s finds the booking", (search) => {
  expect(finds(search)).toBe(true);
});

test.each([
  ["MCA-3467-93K4", "MCA-3467-93K4"],
  ["MCA-3467-93K4", "mca-346793k4"],
  ["MCA-3467-93K4", "3467-93K4"],
  ["MCA-X346-7934", "X346-7934"],
  ["MCA-3467-9346", "MCA-3467-9346"],
])("the booking %s, which has many digits in a row, is found by %s", (reference, search) => {
  expect(finds(search, { ...BOOKING, reference })).toBe(true);
});

test.each(["%", "", "_", "bury", "thornbury khan", "07700 900457", "+33 7700 900456", "jo r x"])(
  "%s finds nothing",
  (search) => {
    expect(finds(search)).toBe(false);
  },
);

test("a word of any length, a field of any number of parts and half a character are cut to what is stored", () => {
  const long = { ...BOOKING, referrer_organisation: `${"x".repeat(39)}\u{20000}y ${"a b ".repeat(40)}` };
  const words = bookingWords(long);
  expect(words.length).toBeLessThan(40);
  expect(words.every((word) => word.length <= 40 && word.isWellFormed())).toBe(true);
  expect(finds("x".repeat(60), { ...BOOKING, client_last_name: "x".repeat(60) })).toBe(true);
});

test("a search has at most six words", () => {
  expect(searchTokens(" a  b c, d e f g ")).toEqual(["a", "b", "c", "d", "e", "f"]);
});

test("an erased booking has no words", () => {
  expect(bookingWords({ ...BOOKING, referrer_email: "" })).toEqual([]);
});

test.each([
  ["4500123456", "4500123456"],
  ["4500 123 456", "4500123456"],
  ["4500123456", "4500 123"],
  ["PO-4711/22", "po-4711/22"],
  ["PO-4711/22", "4711"],
  ["0045001234", "0045001234"],
  ["00123", "00123"],
  ["0123456/1", "0123456/1"],
  ["SMI/0012-7 (LPA)", "smi/0012-7"],
  ["JR.2027.0098", "2027.0098"],
])("the number %s, for the invoice, is found by %s", (number, search) => {
  expect(finds(search, { ...BOOKING, po_number: number })).toBe(true);
  expect(finds(search, { ...BOOKING, matter_reference: number })).toBe(true);
});

const isSealedWordOf = (words: string[], search: string) =>
  searchTokens(search).every((token) => words.includes(token));

describe("a number that is sealed is found as a whole or by its end", () => {
  test.each(["07700 900456", "+44 7700 900456", "0044 7700900456", "+44 (0)7700-900456", "900456", "0456"])(
    "%s finds 07700 900456, typed in any way",
    (search) => {
      for (const [typed, code] of [
        ["7700900456", "+44"],
        ["07700 900 456", "+44"],
        ["+44 7700 900456", "+44"],
        ["00447700900456", undefined],
        ["07700900456 (after 6)", undefined],
      ] as const) {
        expect(isSealedWordOf(phoneWords(typed, code), search), typed).toBe(true);
      }
    },
  );

  test.each([
    ["612345678", "+33", "06 12 34 56 78"],
    ["612345678", "+33", "+33 6 12 34 56 78"],
    ["0612345678", "+39", "+39 06 1234 5678"],
    ["+353 1 234 5678", undefined, "00353 1 2345678"],
    ["0113 496 0000", undefined, "0113 496 0000"],
    ["7700900456", "+44", "900456"],
    ["7700 000456", "+44", "000456"],
  ] as const)("%s (%s) is found by %s", (typed, code, search) => {
    expect(isSealedWordOf(phoneWords(typed, code), search)).toBe(true);
  });

  test.each(["0457", "07700 900457", "7700"])("%s does not find it", (search) => {
    expect(isSealedWordOf(phoneWords("07700 900456"), search)).toBe(false);
  });

  test.each(["", "111", "none", "12 345"])("%s is no number", (typed) => {
    expect(phoneWords(typed)).toEqual([]);
  });
});

test("a sealed town or postcode is found by each of its words and as a whole", () => {
  expect(wholeWords("SW1A 1AA")).toEqual(["sw1a", "1aa", "sw1a1aa"]);
  expect(wholeWords("Leeds")).toEqual(["leeds"]);
  expect(wholeWords("King’s Lynn")).toEqual(["king", "s", "lynn", "kingslynn"]);
  expect(wholeWords(null)).toEqual([]);
});
