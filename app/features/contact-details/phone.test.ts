import fc from "fast-check";
import { describe, expect, test } from "vitest";
import COUNTRIES from "./countries.json" with { type: "json" };
import { checkPhone, PHONE_RULES, phoneMessages } from "./phone.ts";

describe("checkPhone", () => {
  test.each([
    ["", "+44", "Phone number is required", []],
    ["00000", "+44", "This phone number appears to be invalid", ["Phone number cannot be all zeros"]],
    ["0000000000", "+44", "This phone number appears to be invalid", ["Phone number cannot be all zeros"]],
    [
      "+44 0000000000",
      "+44",
      "This phone number appears to be invalid",
      ["Phone number cannot be all zeros"],
    ],
    [
      "770090012",
      "+44",
      "UK phone numbers should have 10 digits",
      ["You've entered 9 digits, but UK numbers need 10 digits"],
    ],
    [
      "7",
      "+44",
      "UK phone numbers should have 10 digits",
      ["You've entered 1 digit, but UK numbers need 10 digits"],
    ],
    [
      "077009001234",
      "+44",
      "UK phone numbers should have 10 digits",
      [
        "Number auto-corrected (removed leading 0)",
        "You've entered 11 digits, but UK numbers need 10 digits",
      ],
    ],
    [
      "1234567",
      "+64",
      "New Zealand phone numbers should have 8-10 digits",
      ["You've entered 7 digits, but New Zealand numbers need 8-10 digits"],
    ],
    [
      "ask reception",
      "+44",
      "UK phone numbers should have 10 digits",
      ["You've entered 0 digits, but UK numbers need 10 digits"],
    ],
  ])("refuses %j under %s: %s", (typed, country, error, warnings) => {
    expect(checkPhone(typed, country)).toMatchObject({ error, warnings });
  });

  test.each([
    ["7700900123", "+44", "+44", "7700900123", []],
    ["07700 900123", "+44", "+44", "7700900123", ["Number auto-corrected (removed leading 0)"]],
    ["+44 7700 900123", "+44", "+44", "7700900123", []],
    ["0044 7700 900123", "+44", "+44", "7700900123", []],
    ["+44 (0)7700 900123", "+44", "+44", "7700900123", ["Number auto-corrected (removed leading 0)"]],
    ["(+44) 7700-900-123", "+44", "+44", "7700900123", []],
    ["+33 6 12 34 56 78", "+44", "+33", "612345678", []],
    ["00353 85 123 4567", "+44", "+353", "851234567", []],
    ["1111111111", "+44", "+44", "1111111111", ["This doesn't look like a real phone number"]],
    ["2222222222", "+44", "+44", "2222222222", ["This doesn't look like a real phone number"]],
    ["123", "+999", "+999", "123", []],
    ["+999 123", "+999", "+999", "123", []],
    ["12345678", "+43", "+43", "12345678", []],
  ])("takes %j under %s as %s %s", (typed, country, countryCode, digits, warnings) => {
    expect(checkPhone(typed, country)).toMatchObject({ digits, countryCode, error: null, warnings });
  });

  test.each([
    ["01 234 5678", "+353", "Ireland phone numbers should have 9 digits"],
    ["016977 2345", "+44", "UK phone numbers should have 10 digits"],
    ["03 1234 5678", "+81", "Japan phone numbers should have 10 digits"],
  ])("says what to do about %s, a real number that the rule of %s refuses", (typed, country, error) => {
    const advice =
      "Some numbers have fewer or more digits. If this one is right, enter another one, such as a mobile, or call us.";
    expect(phoneMessages(checkPhone(typed, country))).toEqual([error, advice]);
  });

  test("does not call an unfinished number right", () => {
    expect(phoneMessages(checkPhone("01234", "+44"))).toEqual(["UK phone numbers should have 10 digits"]);
    expect(phoneMessages(checkPhone("0113 496 0000", "+44"))).toEqual([]);
  });

  test("every rule: its bounds pass, one fewer and one more do not", () => {
    for (const rule of PHONE_RULES) {
      const isValid = (count: number) => checkPhone("3".repeat(count), rule.countryCode).error === null;
      expect([rule.minDigits, rule.maxDigits].map(isValid), rule.countryName).toEqual([true, true]);
      expect([rule.minDigits - 1, rule.maxDigits + 1].map(isValid), rule.countryName).toEqual([false, false]);
    }
  });

  test("never throws, and what it accepts is digits only", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom(...COUNTRIES.map((country) => country.dialCode)),
        (typed, code) => {
          const check = checkPhone(typed, code);
          if (check.error === null) expect(check.digits).toMatch(/^\d+$/);
        },
      ),
    );
  });
});

describe("the lists", () => {
  test("37 rules, each for a country in the list, and 47 countries with the United Kingdom first", () => {
    expect(PHONE_RULES).toHaveLength(37);
    expect(COUNTRIES).toHaveLength(47);
    expect(COUNTRIES[0]).toEqual({ name: "United Kingdom", code: "GB", dialCode: "+44" });
    const codes = COUNTRIES.map((country) => country.dialCode);
    for (const code of codes) expect(codes.filter((other) => other.startsWith(code))).toEqual([code]);
    for (const rule of PHONE_RULES) expect(codes).toContain(rule.countryCode);
  });
});
