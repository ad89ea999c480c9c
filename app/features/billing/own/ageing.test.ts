import { expect, test } from "vitest";
import { ageOf, agesOf } from "./ageing.ts";

const today = "2027-05-01";

test.each([
  ["2027-05-02", "not-due"],
  ["2027-05-01", "not-due"],
  ["2027-04-30", "to-30"],
  ["2027-04-01", "to-30"],
  ["2027-03-31", "to-60"],
  ["2027-03-02", "to-60"],
  ["2027-03-01", "to-90"],
  ["2027-01-31", "to-90"],
  ["2027-01-30", "older"],
])("what was due on %s is %s", (dueOn, age) => expect(ageOf(dueOn, today)).toBe(age));

test("the ages add up to the total", () => {
  const open = [
    { dueOn: "2027-05-20", openPence: 595_00 },
    { dueOn: "2027-04-30", openPence: 100_01 },
    { dueOn: "2027-04-02", openPence: 1 },
    { dueOn: "2026-01-01", openPence: 70_50 },
  ];
  expect(agesOf(open, today)).toEqual({
    "not-due": 595_00,
    "to-30": 100_02,
    "to-60": 0,
    "to-90": 0,
    older: 70_50,
    total: 765_52,
  });
});
