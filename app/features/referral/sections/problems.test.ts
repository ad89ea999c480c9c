import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findProblems, isNhsNumber } from "./problems.ts";

describe("isNhsNumber", () => {
  it.each(["9434765919", "943 476 5919", "943-476-5919", " 9434765919 ", "4010232137"])(
    "takes %j",
    (text) => {
      expect(isNhsNumber(text)).toBe(true);
    },
  );

  it.each([
    ["a wrong check digit", "9434765918"],
    ["too few digits", "943476591"],
    ["too many digits", "94347659190"],
    ["letters", "94347659I9"],
    ["nothing", ""],
    ["a number whose check would be 10", "1000000010"],
  ])("refuses %s", (_, text) => {
    expect(isNhsNumber(text)).toBe(false);
  });

  it("notices any one digit that was mistyped", () => {
    fc.assert(
      fc.property(fc.nat(9), fc.integer({ min: 1, max: 9 }), (position, by) => {
        const digits = [..."9434765919"];
        digits[position] = String((Number(digits[position]) + by) % 10);
        return !isNhsNumber(digits.join(""));
      }),
    );
  });
});

it("asks for what is missing in words that can be read", () => {
  const messages = findProblems("personalDetails", {}, "2026-11-23").map(({ message }) => message);
  expect(messages).toContain("Please choose the title.");
  expect(messages).toContain("Please enter address line 1.");
  expect(messages).toContain("Please enter the postcode.");
});

it.each([
  ["dob", "1941-2-31", "Date of birth must be a real date, for example 27 3 1941."],
  ["dob", "1941-2-", "Date of birth: please enter the day as well."],
  ["dob", "2026-11-24", "Date of birth must be in the past."],
  [
    "nhsNumber",
    "943",
    "This is not a valid NHS number. Please check it, or leave it out if you are not sure.",
  ],
  ["email", "edith@", "Email address needs a domain after the @ symbol (e.g., example.com)"],
  ["phone", "0770", "UK phone numbers should have 10 digits"],
])("says what is wrong with %s %j", (field, answer, message) => {
  expect(findProblems("personalDetails", { [field]: answer }, "2026-11-23")).toContainEqual({
    field,
    message,
  });
});
