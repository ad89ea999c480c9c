import { expect, test } from "vitest";
import { calendarQuery, dayBeside, readCalendarView, spanOfView, titleOfView } from "./calendar-view.ts";

const TODAY = "2027-03-10";
const viewOf = (query: string) => readCalendarView(new URLSearchParams(query), TODAY);

test.each([
  ["", { from: "2027-03-08", until: "2027-03-14" }, "8 March 2027 to 14 March 2027"],
  ["day=2027-03-28", { from: "2027-03-22", until: "2027-03-28" }, "22 March 2027 to 28 March 2027"],
  ["show=day&day=2027-03-28", { from: "2027-03-28", until: "2027-03-28" }, "Sunday 28 March 2027"],
  ["show=month&day=2027-02-14", { from: "2027-02-01", until: "2027-02-28" }, "February 2027"],
  ["show=month&day=2028-02-14", { from: "2028-02-01", until: "2028-02-29" }, "February 2028"],
  [
    "show=year&day=soon&assessor=x",
    { from: "2027-03-08", until: "2027-03-14" },
    "8 March 2027 to 14 March 2027",
  ],
])("the calendar of “%s” has its days", (query, span, title) => {
  expect(spanOfView(viewOf(query))).toEqual(span);
  expect(titleOfView(viewOf(query))).toBe(title);
});

test("Earlier and Later lead to the week or month beside", () => {
  expect([dayBeside(viewOf(""), -1), dayBeside(viewOf(""), 1)]).toEqual(["2027-03-07", "2027-03-15"]);
  const december = viewOf("show=month&day=2027-12-31");
  expect([dayBeside(december, -1), dayBeside(december, 1)]).toEqual(["2027-11-30", "2028-01-01"]);
  expect(calendarQuery(december, { show: "week" })).toBe("?show=week&day=2027-12-31");
});
