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
