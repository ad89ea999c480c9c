import { expect, test } from "vitest";
import { formatPounds, formatPoundsAndPence, readPounds } from "./money.ts";

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
