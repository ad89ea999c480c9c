import { afterEach, describe, expect, test } from "vitest";
import type { BookingRules } from "#app/features/catalogue/booking-rules.ts";
import { SEED_OFFER, setOfferSource } from "#app/features/catalogue/catalogue.ts";
import { londonDate } from "#app/platform/dates.ts";
import {
  closedDayNotice,
  closedWords,
  dayProblem,
  dayState,
  earliestDay,
  firstSelectableDay,
  isSelectableDay,
} from "./calendar.ts";
import { BANK_HOLIDAYS } from "./closed-days.server.ts";

const today = "2027-03-10";
const bankHolidays = BANK_HOLIDAYS;

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
    ["2027-03-26", false, "available"],
    ["2029-03-09", false, "available"],
    ["2029-03-10", true, "too-far"],
    ["2072-03-29", false, "too-far"],
    ["2027-03-28", true, "available"],
  ] as const)("%s with weekends %s is %s", (day, allowWeekends, state) => {
    expect(dayState(day, { today, allowWeekends, bankHolidays })).toBe(state);
    expect(isSelectableDay(day, { today, allowWeekends, bankHolidays })).toBe(state === "available");
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
  ["2027--17", "enter the month as well"],
  ["2027-03-01", "has passed. Please choose Wednesday 17 March 2027 or later"],
  ["2027-03-12", "at least 7 days’ notice. Please choose Wednesday 17 March 2027"],
  ["2027-03-20", "Saturday 20 March 2027 is at the weekend"],
  ["2072-03-29", "too far ahead. Please choose Friday 9 March 2029 or earlier"],
])("%s is refused with the reason", (value, reason) => {
  expect(dayProblem(value, { today, allowWeekends: false, bankHolidays })).toContain(reason);
});

test("the first day that can be chosen skips a weekend that is not", () => {
  const saturday = "2027-03-13";
  expect(firstSelectableDay({ today: saturday, allowWeekends: true, bankHolidays })).toBe("2027-03-20");
  expect(firstSelectableDay({ today: saturday, allowWeekends: false, bankHolidays })).toBe("2027-03-22");
});

test("a selectable day is taken without a word", () => {
  expect(dayProblem("2027-03-17", { today, allowWeekends: false, bankHolidays })).toBeNull();
});

describe("closed days", () => {
  afterEach(() => setOfferSource(() => SEED_OFFER));
  const withRules = (rules: Partial<BookingRules>) =>
    setOfferSource(() => ({ ...SEED_OFFER, rules: { ...SEED_OFFER.rules, ...rules } }));
  const rule = { today, allowWeekends: true, bankHolidays };

  test("a bank holiday can be chosen and is named, however far ahead", () => {
    expect(dayProblem("2028-12-25", rule)).toBeNull();
    expect(closedWords("2028-12-25", rule)).toBe("bank holiday");
    expect(closedDayNotice("2028-12-25", bankHolidays)).toBe(
      "Monday 25 December 2028 is a bank holiday: we may suggest another day.",
    );
    expect(closedDayNotice("2028-12-27", bankHolidays)).toBeNull();
  });

  test("a practice may close bank holidays", () => {
    withRules({ closesBankHolidays: true });
    expect(dayState("2027-03-26", rule)).toBe("closed");
    expect(dayProblem("2027-03-26", rule)).toBe(
      "Friday 26 March 2027 is a bank holiday, when we are closed. Please choose another day.",
    );
    expect(firstSelectableDay({ ...rule, today: "2027-03-19", allowWeekends: false })).toBe("2027-03-30");
  });

  test("the practice's own closed days are named, and can be chosen", () => {
    withRules({ closedDays: ["2029-03-08"] });
    expect(dayProblem("2029-03-08", rule)).toBeNull();
    expect(closedWords("2029-03-08", rule)).toBe("closed");
    expect(closedDayNotice("2029-03-08", bankHolidays)).toBe(
      "We are closed on Thursday 8 March 2029: we may suggest another day.",
    );
  });

  test("one day's notice is written as one", () => {
    withRules({ noticeDays: 1 });
    expect(dayProblem(today, rule)).toMatch(/^We need at least 1 day’s notice\. /);
  });
});
