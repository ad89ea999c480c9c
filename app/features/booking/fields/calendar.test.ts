import { describe, expect, test } from "vitest";
import { londonDate } from "#app/platform/dates.ts";
import { dayProblem, dayState, earliestDay, firstSelectableDay, isSelectableDay } from "./calendar.ts";

const today = "2027-03-10";

describe("which days can be chosen, seen from Wednesday 10 March 2027", () => {
  test.each([
    ["2027-03-09", false, "past"],
    ["2027-03-10", false, "too-soon"],
    ["2027-03-16", true, "too-soon"],
    ["2027-03-17", false, "available"],
    ["2027-03-20", false, "weekend"],
    ["2027-03-21", false, "weekend"],
    ["2027-03-20", true, "available"],
    ["2027-03-13", true, "too-soon"],
    ["2028-02-29", false, "available"],
    ["2027-03-28", true, "available"],
  ] as const)("%s with weekends %s is %s", (day, allowWeekends, state) => {
    expect(dayState(day, { today, allowWeekends })).toBe(state);
    expect(isSelectableDay(day, { today, allowWeekends })).toBe(state === "available");
  });
});

test("the first day is the seventh from today in London, also around midnight and clock changes", () => {
  expect(earliestDay(londonDate(new Date("2027-03-10T23:59:59Z")))).toBe("2027-03-17");
  expect(earliestDay(londonDate(new Date("2027-06-09T23:30:00Z")))).toBe("2027-06-17");
  expect(earliestDay("2027-03-25")).toBe("2027-04-01");
  expect(earliestDay("2028-02-25")).toBe("2028-03-03");
  expect(earliestDay("2027-12-28")).toBe("2028-01-04");
});

test.each([
  ["2027-02-30", "does not exist"],
  ["2027-13-01", "does not exist"],
  ["17/03/2027", "does not exist"],
  ["2027-03-01", "has passed. Please choose Wednesday 17 March 2027 or later"],
  ["2027-03-12", "at least 7 days' notice. Please choose Wednesday 17 March 2027"],
  ["2027-03-20", "Saturday 20 March 2027 is at the weekend"],
])("%s is refused with the reason", (value, reason) => {
  expect(dayProblem(value, { today, allowWeekends: false })).toContain(reason);
});

test("the first day that can be chosen skips a weekend that is not", () => {
  const saturday = "2027-03-13";
  expect(firstSelectableDay({ today: saturday, allowWeekends: true })).toBe("2027-03-20");
  expect(firstSelectableDay({ today: saturday, allowWeekends: false })).toBe("2027-03-22");
});

test("a selectable day is taken without a word", () => {
  expect(dayProblem("2027-03-17", { today, allowWeekends: false })).toBeNull();
});
