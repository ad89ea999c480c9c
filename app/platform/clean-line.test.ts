import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanLine, cleanNamed } from "./clean-line.ts";

const ODD = [
  "\u200b",
  "\u200e",
  "\u202a",
  "\u202c",
  "\u2066",
  "\u2069",
  "\ufeff",
  "\u00ad",
  "\u2060",
  "\u200d",
];

describe("cleanLine", () => {
  test.each([
    ["a phone from a contact list", "\u202a+44\u00a07700\u202f900123\u202c", "+44 7700 900123"],
    ["a phone typed with full-width digits", "＋４４　７７００９００１２３", "+44 7700900123"],
    ["an email address copied from a page", "\u200bjane@example.org\ufeff", "jane@example.org"],
    ["a postcode with a no-break space", "SW1A\u00a01AA", "SW1A 1AA"],
    ["a name with a soft hyphen", "Mont\u00adgomery", "Montgomery"],
    ["a Latin name with a joiner", "An\u200cne", "Anne"],
    ["a trailing line break", "\u200bjane@example.org\r\n", "jane@example.org\r\n"],
  ])("%s is what its writer sees", (_, typed, seen) => {
    expect(cleanLine(typed)).toBe(seen);
  });

  test.each([
    ["a Persian name", "علی‌رضا"],
    ["a Sinhala name", "ශ්‍රී"],
    ["a Welsh name", "Llŷr"],
    ["a family of emoji", "👩🏽‍⚖️ 👨‍👩‍👧"],
    ["an Arabic number sign", "\u0600١٢"],
    ["a text of several lines", "Ruth\u00a0and\u200b\nNaomi"],
  ])("%s is left as it is", (_, typed) => {
    expect(cleanLine(typed)).toBe(typed);
  });

  test("a joiner among other invisible characters is kept, once", () => {
    expect(cleanLine("علی\u200b\u200c\u200c\u200eرضا")).toBe("علی‌رضا");
  });

  test("invisible characters anywhere in a phone number, an address or a postcode make no difference", () => {
    const pasted = fc.constantFrom("07700 900123", "jane.doe@example.org", "SW1A 1AA").chain((text) =>
      fc.array(fc.tuple(fc.nat(text.length), fc.constantFrom(...ODD))).map((odd) => ({
        text,
        typed: odd.reduce<string>((line, [at, one]) => line.slice(0, at) + one + line.slice(at), text),
      })),
    );
    fc.assert(fc.property(pasted, ({ text, typed }) => void expect(cleanLine(typed)).toBe(text)));
  });

  test("cleaning twice is cleaning once, and no odd space is left in a line", () => {
    const anything = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...ODD, "\u00a0", "\u3000", "５"),
        // `unit: "binary"` is the same, after a table of a million characters.
        fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code).toWellFormed()),
      ),
    });
    fc.assert(
      fc.property(anything, (typed) => {
        const clean = cleanLine(typed);
        expect(cleanLine(clean)).toBe(clean);
        if (!/[\r\n]/.test(typed)) expect(clean).not.toMatch(/[\u00a0\u3000\u200b\u202a-\u202e０-９]/);
      }),
      { numRuns: 1_000 },
    );
  });
});

test.each([
  ["a noncharacter", "\ufffe"],
  ["another noncharacter", "\uffff"],
  ["a noncharacter of a later plane", "\u{1ffff}"],
  ["a noncharacter among Arabic forms", "\ufdd0"],
  ["DEL", "\u007f"],
  ["NEL", "\u0085"],
  ["another control character", "\u0000"],
  ["half a character", "\ud83e"],
  ["its other half", "\udd8a"],
  ["a mark of byte order", "\ufeff"],
])("%s is taken out of a line and of a text of several lines", (_, unseen) => {
  expect(cleanLine(`Ruth${unseen} Marsh`)).toBe("Ruth Marsh");
  expect(cleanLine(`Ruth${unseen}\n\tMarsh 🦊`)).toBe("Ruth\n\tMarsh 🦊");
});

test("a password is never altered, whatever it is called", () => {
  for (const name of ["password", "confirmPassword", "currentPassword"]) {
    expect(cleanNamed(name, "pass\u00a0word\u200b\u0085５")).toBe("pass\u00a0word\u200b\u0085５");
  }
  expect(cleanNamed("code", "１２３ ４５６\u200b")).toBe("123 456");
});
