import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mailName } from "./mail-text.ts";

describe("a name in a mail", () => {
  test.each([
    ["Joanna"],
    ["Mary Jane"],
    ["O’Brien"],
    ["Anne-Marie"],
    ["Dr. Smith"],
    ["José Ñuñez"],
    ["Élodie"],
    ["美咲"],
    ["Jo 2"],
  ])("%s stays as it is", (name) => {
    expect(mailName(name)).toBe(name);
  });

  test.each([
    ["http://evil.example"],
    ["HTTPS://x"],
    ["evil.example"],
    ["see evil.example now"],
    ["e.vil"],
    ["evil。example"],
    ["evil．example"],
    ["evil\u200b.example"],
    ["www evil"],
    ["user@host"],
    ["mailto:jo"],
    ["evil/path"],
    ["\\\\evil"],
    ["Call 0900 1234 now"],
    ["Call 0 9 0 0 1"],
    ["0900-1234"],
    ["０９００１２３４"],
    ["(118) 118"],
    [" \u200b "],
    [""],
  ])("%j is left out", (name) => {
    expect(mailName(name)).toBeNull();
  });

  test("is one line", () => {
    expect(mailName("Jo\r\nBcc: x")).toBeNull();
    expect(mailName(" Jo\r\n\u2028Reeve\t")).toBe("Jo Reeve");
  });

  test("initials are spaced, so that no mail program makes a link of them", () => {
    expect(mailName("J.R.R.Tolkien")).toBe("J. R. R. Tolkien");
    expect(mailName("J.Smith")).toBe("J. Smith");
  });

  test("is cut at 40 characters", () => {
    expect(mailName("é".repeat(40))).toHaveLength(40);
    expect(mailName("é".repeat(41))).toBe(`${"é".repeat(39)}…`);
  });

  test("is looked at as it stands, too: a letter may be a space in its plain form", () => {
    expect(mailName("\ufe70.example")).toBeNull();
  });

  test("never holds a link, a line break or more than 40 characters, whatever was typed", () => {
    const typed = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(
        typed,
        fc.constantFrom("http://", ".example", "@", "\n", "", " 0900 1234"),
        (text, part) => {
          const name = mailName(text + part + text) ?? "";
          expect([...name].length).toBeLessThanOrEqual(40);
          expect(name).not.toMatch(/[\r\n@:/]|\p{L}\.\p{L}|\d[\d ]{3,}\d/u);
        },
      ),
    );
  });
});
