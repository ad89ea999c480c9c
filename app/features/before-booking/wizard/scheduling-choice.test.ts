import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BANK_HOLIDAYS } from "#app/features/booking/fields/closed-days.server.ts";
import { addDays, weekdayIndex } from "#app/platform/dates.ts";
import {
  addMonths,
  askedDate,
  firstShownMonth,
  monthOf,
  applyScheduling,
  twoMonths,
  withChosenDate,
  type CalendarMonth,
} from "./scheduling-choice.ts";

const typed = { "preferredDate-day": "7", "preferredDate-month": "4", "preferredDate-year": "2027" };

test("a typed date goes before the calendar's, and is kept as if it had been chosen there", () => {
  const answers = { preferredDate: "2027-03-22", ...typed };
  expect(askedDate(answers)).toBe("2027-04-07");
  expect(withChosenDate(answers)).toMatchObject({ preferredDate: "2027-04-07", "preferredDate-day": "" });
});

test("unticking weekends takes a Saturday off and says which", () => {
  const saved = { allowWeekends: "on", preferredDate: "2027-03-27" };
  const posted = { allowWeekends: "", preferredDate: "2027-03-27", preferEarlierDate: "on" };
  expect(applyScheduling(saved, posted, false)).toMatchObject({
    lostDay: "2027-03-27",
    answers: { preferredDate: "", preferEarlierDate: "on" },
  });
});

test.each([
  ["a weekday", { allowWeekends: "on" }, { allowWeekends: "", preferredDate: "2027-03-29" }],
  ["weekends still ticked", { allowWeekends: "on" }, { allowWeekends: "on", preferredDate: "2027-03-27" }],
  ["weekends never ticked", {}, { allowWeekends: "", preferredDate: "2027-03-27" }],
  ["no real date", { allowWeekends: "on" }, { allowWeekends: "", preferredDate: "soon" }],
])("with %s nothing is taken off", (_, saved, posted) => {
  expect(applyScheduling(saved, posted, false)).toEqual({ answers: posted, lostDay: null });
});

test("clearing the date takes off what was chosen and what was typed", () => {
  const { answers } = applyScheduling({}, { preferredDate: "2027-03-22", ...typed }, true);
  expect(askedDate(answers)).toBe("");
});

const rule = { today: "2027-03-10", allowWeekends: false, bankHolidays: BANK_HOLIDAYS };
const dates = (month: CalendarMonth) => month.weeks.flat().flatMap((day) => day ?? []);

test("two months stand side by side, Monday first", () => {
  const { months } = twoMonths("2027-03", rule, "2027-03-22");
  expect(months.map((month) => month.title)).toEqual(["March 2027", "April 2027"]);
  expect(months[0].weeks[0]!.map((day) => day?.dayOfMonth ?? null)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(months[1].weeks[0]!.map((day) => day?.dayOfMonth ?? null)).toEqual([null, null, null, 1, 2, 3, 4]);
  expect(dates(months[0]).filter((day) => day.isSelected)).toMatchObject([{ date: "2027-03-22" }]);
  expect(dates(months[0]).filter((day) => day.isToday)).toMatchObject([{ date: "2027-03-10" }]);
  expect(dates(months[0]).find((day) => day.state === "available")).toMatchObject({ date: "2027-03-17" });
});

test("bank holidays of the months shown are told in words, those before the first day left out", () => {
  const { closedDays } = twoMonths("2027-03", rule, null);
  expect(closedDays).toEqual(["26 March (bank holiday)", "29 March (bank holiday)"]);
  expect(twoMonths("2028-11", rule, null).closedDays).toEqual([
    "25 December (bank holiday)",
    "26 December (bank holiday)",
  ]);
});

test.each([
  ["2028-02", 29],
  ["2027-02", 28],
  ["2100-02", 28],
  ["2027-03", 31],
  ["2027-10", 31],
  ["2027-04", 30],
])("%s has %i days, each once, clock changes included", (month, count) => {
  const shown = dates(twoMonths(month, rule, null).months[0]);
  expect(shown.map((day) => day.dayOfMonth)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});

describe("moving between months", () => {
  test.each([
    ["2027-12", 1, "2028-01"],
    ["2028-01", -1, "2027-12"],
    ["2027-03", 22, "2029-01"],
    ["2027-03", 0, "2027-03"],
  ])("%s and %i is %s", (month, count, expected) => expect(addMonths(month, count)).toBe(expected));

  test("there is nothing before the month of today, and years wrap", () => {
    expect(twoMonths("2027-03", rule, null)).toMatchObject({ previousMonth: null, nextMonth: "2027-04" });
    expect(twoMonths("2027-12", rule, null)).toMatchObject({
      previousMonth: "2027-11",
      nextMonth: "2028-01",
      months: [{ month: "2027-12" }, { month: "2028-01" }],
    });
    expect(twoMonths("2029-01", rule, null).nextMonth).toBe("2029-02");
    expect(twoMonths("2029-02", rule, null).nextMonth).toBeNull();
  });
});

test.each([
  [null, null, "2027-03"],
  ["2027-06", "2027-04-12", "2027-06"],
  [null, "2027-04-12", "2027-04"],
  ["2020-01", null, "2027-03"],
  ["9999-12", null, "2029-02"],
  ["2027-13", null, "2027-03"],
  ["<script>", "not a date", "2027-03"],
])("asked for %s with %s chosen, the calendar opens at %s", (asked, selected, shown) => {
  expect(firstShownMonth(asked, selected, rule.today)).toBe(shown);
});

test("late in a month the calendar opens where the first selectable day is", () => {
  expect(firstShownMonth(null, null, "2027-03-28")).toBe("2027-04");
});

test("every day of any two months stands under its own weekday", () => {
  const month = fc.integer({ min: 0, max: 150 * 12 }).map((count) => addMonths("2027-03", count));
  fc.assert(
    fc.property(month, (shown) => {
      for (const { month: title, weeks } of twoMonths(shown, rule, null).months) {
        const days = weeks.flatMap((week) => {
          expect(week).toHaveLength(7);
          return week.map((day, column) => ({ day, column })).filter(({ day }) => day !== null);
        });
        for (const { day, column } of days) expect(weekdayIndex(day!.date)).toBe(column);
        expect(days[0]!.day!.date).toBe(`${title}-01`);
        expect(monthOf(addDays(days.at(-1)!.day!.date, 1))).toBe(addMonths(title, 1));
      }
    }),
    { numRuns: 60 },
  );
});
