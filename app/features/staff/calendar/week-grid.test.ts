import { describe, expect, test } from "vitest";
import { USUAL_HOURS } from "#app/features/assessors/hours.ts";
import { NO_TRAVEL } from "#app/features/visits/record/visit-times.ts";
import { daysOfView, freeHours, hoursOnShow, sideBySide, type Diary } from "./week-grid.ts";

const DAY = "2027-03-11";
const NOW = Date.parse("2027-03-10T09:00:00Z");

const diary = (changes: Partial<Diary> = {}): Diary => ({
  id: "priya",
  hours: USUAL_HOURS,
  travel: { before: 30, after: 30 },
  visits: [],
  daysOff: [],
  ...changes,
});

const hoursOf = (diaries: Diary[], day = DAY, now = NOW) =>
  freeHours(diaries, day, now).map(({ hour }) => hour);

describe("the hours at which a visit can begin", () => {
  test("are those of the working day in which it also ends", () => {
    expect(hoursOf([diary()])).toEqual([9, 10, 11, 12, 13, 14, 15]);
    expect(hoursOf([diary()], "2027-03-13"), "a Saturday").toEqual([]);
    expect(hoursOf([diary({ daysOff: [{ fromOn: DAY, untilOn: DAY }] })])).toEqual([]);
  });

  test("leave out what overlaps another visit with the travel of both", () => {
    const visits = [{ day: DAY, start: "12:00", minutes: 60, travel: { before: 30, after: 30 } }];
    expect(hoursOf([diary({ visits })])).toEqual([9, 14, 15]);
    const virtual = [{ day: DAY, start: "12:00", minutes: 60, travel: NO_TRAVEL }];
    expect(hoursOf([diary({ visits: virtual })])).toEqual([9, 10, 14, 15]);
  });

  test("name everybody who is free, and begin after now", () => {
    const visits = [{ day: DAY, start: "09:00", minutes: 240, travel: NO_TRAVEL }];
    const free = freeHours([diary(), diary({ id: "tom", visits })], DAY, Date.parse("2027-03-11T13:30:00Z"));
    expect(free).toEqual([
      { hour: 14, ids: ["priya", "tom"] },
      { hour: 15, ids: ["priya", "tom"] },
    ]);
  });
});

const span = (from: number, until: number) => ({ from: from * 60, until: until * 60 });

test("a day shows the usual hours, and those of what is earlier or later", () => {
  expect([hoursOnShow([])[0], hoursOnShow([]).at(-1)]).toEqual([8, 18]);
  const hours = hoursOnShow([span(6.5, 8), span(20, 21.25)]);
  expect([hours[0], hours.at(-1)]).toEqual([6, 21]);
});

test("what overlaps is side by side, and what does not has the whole width", () => {
  const groups = sideBySide([span(14, 15), span(9, 10.5), span(10, 12), span(10.5, 11)]);
  expect(groups.map(({ entries }) => entries.map(({ from, column }) => [from / 60, column]))).toEqual([
    [
      [9, 1],
      [10, 2],
      [10.5, 1],
    ],
    [[14, 1]],
  ]);
});

test("a month is shown in whole weeks from Monday to Sunday", () => {
  const days = daysOfView({ show: "month", day: "2027-03-11", assessor: null });
  expect([days[0], days.at(-1), days.length % 7]).toEqual(["2027-03-01", "2027-04-04", 0]);
  expect(daysOfView({ show: "day", day: "2027-03-11", assessor: null })).toEqual(["2027-03-11"]);
  expect(daysOfView({ show: "week", day: "2027-03-11", assessor: null })).toHaveLength(7);
});
