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
  ["ireland", "IE"],
  ["northern ireland", "GB"],
  ["ita", "IT"],
  ["nor", "NO"],
  ["gre", "GR"],
  ["great", "GB"],
  ["U.K.", "GB"],
  ["u.s.a.", "US"],
  ["jersey", "GB"],
  ["guernsey", "GB"],
  ["isle of man", "GB"],
  ["(+44)", "GB"],
  ["+ 44", "GB"],
  ["(0044)", "GB"],
  ["the Netherlands", "NL"],
  ["españa", "ES"],
  ["espana", "ES"],
  ["Türkiye", "TR"],
])("a search for %s finds %s first", (typed, code) => {
  expect(findCountries(typed)[0]?.code).toBe(code);
});

test("each country comes first for every beginning of its name, or another one that begins alike does", () => {
  const wrong = findCountries("").flatMap(({ name }) =>
    [...name].flatMap((_letter, index) => {
      const typed = name.slice(0, index + 1);
      const first = findCountries(typed)[0]!.name;
      return first.startsWith(typed) ? [] : [`${typed}: ${first}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test("an empty search shows every country, and a wrong one none", () => {
  expect(findCountries(" ")).toHaveLength(47);
  expect(findCountries("atlantis")).toEqual([]);
});
