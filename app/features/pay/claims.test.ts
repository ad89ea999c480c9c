import { expect, test } from "vitest";
import { claimInWords, readMiles } from "./claims.ts";

test.each([
  ["12", 120],
  ["12.4", 124],
  [" 12,4 ", 124],
  ["999.9", 9999],
  ["0.1", 1],
  ["0", null],
  ["1000", null],
  ["1.000", null],
  ["12.45", null],
  ["-3", null],
  ["twelve", null],
  ["", null],
])("%j miles are %j tenths", (typed, tenths) => expect(readMiles(typed)).toBe(tenths));

test.each([
  [{ kind: "miles", tenths: 124 }, { from: "LS6", to: "BD1", note: "" }, "12.4 miles, LS6 to BD1"],
  [{ kind: "miles", tenths: 120 }, null, "12.0 miles"],
  [{ kind: "fare", tenths: null }, { from: "", to: "", note: "Train" }, "Fare: Train"],
] as const)("%j", (claim, details, words) => expect(claimInWords({ ...claim, details })).toBe(words));
