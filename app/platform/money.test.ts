import { expect, test } from "vitest";
import { formatPounds, formatPoundsAndPence, poundsProblem, readPounds } from "./money.ts";

test("prices are written as in British English", () => {
  expect([0, 5, 49_900, 112_000, 112_050, 123_456_700, -59_500].map(formatPounds)).toEqual([
    "£0",
    "£0.05",
    "£499",
    "£1,120",
    "£1,120.50",
    "£1,234,567",
    "-£595",
  ]);
  expect(formatPoundsAndPence(112_000)).toBe("£1,120.00");
});

test("a price can be read as it is written", () => {
  for (const pence of [5, 99, 49_900, 112_050, 9_999_999])
    expect(readPounds(formatPounds(pence))).toBe(pence);
});

test.each([
  ["672", 67_200],
  ["672.00", 67_200],
  ["672,00", 67_200],
  ["672,5", 67_250],
  ["0,50", 50],
  ["1,120", 112_000],
  ["1 120", 112_000],
  ["1,120.50", 112_050],
  ["1 120.50", 112_050],
  ["£ 1,120.5", 112_050],
  ["100,000", 10_000_000],
])("%s is read as people mean it", (typed, pence) => {
  expect(readPounds(typed)).toBe(pence);
});

test.each([
  "",
  "0",
  "0,00",
  "-5",
  "1e3",
  "1,12,000",
  "1,120,50",
  "1.120.50",
  "1.120",
  "12.345",
  "1.120,50",
  "1 120,50",
  "0.500",
  "12.3456",
  "67 2",
  "595.",
  "100,000.01",
  "595 pounds",
])("%j is refused rather than guessed", (typed) => {
  expect(readPounds(typed)).toBeNull();
});

test.each([
  ["12.345", "12,345"],
  ["£ 1.120", "1,120"],
  ["1.120,50", "1,120.50"],
])("three digits after a point are asked about: %s", (typed, meant) => {
  expect(poundsProblem(typed)).toContain(`Do you mean £${meant}? Then write ${meant}.`);
  expect(readPounds(meant)).not.toBeNull();
});

test.each(["dear", "0.500", "12.3456"])("an amount is asked for in place of %s", (typed) => {
  expect(poundsProblem(typed)).toMatch(/^Please enter an amount in pounds/);
});

test("nothing is an amount where that is allowed", () => {
  expect(["0", "£0", "0,00"].map((typed) => readPounds(typed, 0))).toEqual([0, 0, 0]);
});
