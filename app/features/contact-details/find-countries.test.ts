import { expect, test } from "vitest";
import { findCountries } from "./find-countries.ts";

test.each([
  ["uk", "GB"],
  ["UK", "GB"],
  ["britain", "GB"],
  ["england", "GB"],
  ["Wales", "GB"],
  ["0044", "GB"],
  ["00 44", "GB"],
  ["+44", "GB"],
  ["uae", "AE"],
  ["usa", "US"],
  ["america", "US"],
  ["canada", "US"],
  ["holland", "NL"],
  ["00353", "IE"],
  ["korea", "KR"],
])("a search for %s finds %s first", (typed, code) => {
  expect(findCountries(typed)[0]?.code).toBe(code);
});

test("an empty search shows every country, and a wrong one none", () => {
  expect(findCountries(" ")).toHaveLength(47);
  expect(findCountries("atlantis")).toEqual([]);
});
