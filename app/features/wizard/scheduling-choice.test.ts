import { expect, test } from "vitest";
import { askedDate, settleScheduling, withChosenDate } from "./scheduling-choice.ts";

const typed = { "preferredDate-day": "7", "preferredDate-month": "4", "preferredDate-year": "2027" };

test("a typed date goes before the calendar's, and is kept as if it had been chosen there", () => {
  const answers = { preferredDate: "2027-03-22", ...typed };
  expect(askedDate(answers)).toBe("2027-04-07");
  expect(withChosenDate(answers)).toMatchObject({ preferredDate: "2027-04-07", "preferredDate-day": "" });
});

test("unticking weekends takes a Saturday off and says which", () => {
  const saved = { allowWeekends: "on", preferredDate: "2027-03-27" };
  const posted = { allowWeekends: "", preferredDate: "2027-03-27", preferEarlierDate: "on" };
  expect(settleScheduling(saved, posted, false)).toMatchObject({
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
  expect(settleScheduling(saved, posted, false)).toEqual({ answers: posted, lostDay: null });
});

test("clearing the date takes off what was chosen and what was typed", () => {
  const { answers } = settleScheduling({}, { preferredDate: "2027-03-22", ...typed }, true);
  expect(askedDate(answers)).toBe("");
});
