import { expect, test } from "vitest";
import { isInAreas, districtIn, readArea } from "./areas.ts";
import { daysOffSchema } from "./profile-schema.ts";
import { formatHoursOfDay, readHours, readParts, readTime } from "./hours.ts";
import { HOURS_FIELDS, hoursValues, partsShown } from "./hours-fields.ts";

test.each([
  ["", []],
  ["9-17", [["09:00", "17:00"]]],
  [
    "9:00–13:00, 14.30 to 17:15",
    [
      ["09:00", "13:00"],
      ["14:30", "17:15"],
    ],
  ],
  ["0800-1230", [["08:00", "12:30"]]],
  ["18-24", [["18:00", "24:00"]]],
  ["17-9", null],
  ["9-13, 12-17", null],
  ["9", null],
  ["all day", null],
  ["9-25", null],
  ["1-2, 3-4, 5-6, 7-8, 9-10", null],
  ["9-12-17", null],
])("hours of a day: “%s”", (typed, hours) => {
  expect(readHours(typed)).toEqual(hours);
});

test.each<[string, [string, string][], { part: number; end: "From" | "Until" }]>([
  ["no beginning", [["", "17"]], { part: 0, end: "From" }],
  ["no end", [["9", ""]], { part: 0, end: "Until" }],
  ["no time of day", [["9", "late"]], { part: 0, end: "Until" }],
  ["an end before its beginning", [["17", "9"]], { part: 0, end: "Until" }],
  [
    "parts that overlap",
    [
      ["9", "13"],
      ["12", "17"],
    ],
    { part: 1, end: "From" },
  ],
])("a day with %s is refused at that control", (_what, parts, wrong) => {
  expect(readParts(parts)).toMatchObject(wrong);
});

test.each([
  [[], 2],
  [["9-17"], 2],
  [["9-12, 13-17"], 3],
  [["9-17", "1-2, 3-4, 5-6, 7-8"], 4],
])("hours of %j show %i parts a day", (days, shown) => {
  const week = HOURS_FIELDS.map((_, index) => readHours(days[index] ?? "")!);
  expect(partsShown(hoursValues(week))).toBe(shown);
});

test("hours are shown as they can be typed", () => {
  const shown = formatHoursOfDay([
    ["09:00", "13:00"],
    ["14:00", "17:00"],
  ]);
  expect(shown).toBe("09:00–13:00, 14:00–17:00");
  expect(formatHoursOfDay(readHours(shown)!)).toBe(shown);
});

test.each([
  ["3 Mill Lane, Leeds, LS6 2AB", "LS6"],
  ["ls62ab", "LS6"],
  ["EC1A 1BB", "EC1A"],
  ["Leeds LS6", "LS6"],
  ["Flat 2, Leeds", null],
  ["M1", "M1"],
  [null, null],
])("the district of “%s”", (text, district) => {
  expect(districtIn(text)).toBe(district);
});

test.each([
  ["LS6", ["LS"], true],
  ["LS6", ["BD", "HX1"], false],
  ["HX1", ["HX1"], true],
  ["HX12", ["HX1"], false],
  ["EC1A", ["EC"], true],
  ["L6", ["LS"], false],
  ["LS6", ["L"], false],
])("%s in %j: %s", (district, areas, isIn) => {
  expect(isInAreas(district, areas)).toBe(isIn);
});

test.each([
  ["ls", "LS"],
  [" hx1 ", "HX1"],
  ["Leeds", null],
  ["LS6 2AB", null],
])("the area “%s”", (typed, area) => expect(readArea(typed)).toBe(area));

test.each([
  ["10:05", "10:05"],
  ["10.05", "10:05"],
  ["10,05", "10:05"],
  ["10 05", "10:05"],
  ["1005", "10:05"],
  ["930", "09:30"],
  ["10", "10:00"],
  [" 9 ", "09:00"],
  ["24:00", null],
  ["10:60", null],
  ["10005", null],
  ["noon", null],
])("the time that is typed as “%s” is %s", (typed, time) => {
  expect(readTime(typed)).toBe(time);
});

test.each([
  ["2029-03-09", undefined, []],
  ["2029-03-10", undefined, ["fromOn"]],
  ["2029-03-01", "2029-03-10", ["untilOn"]],
  ["2027-03-01", "2027-03-09", ["untilOn"]],
  ["2027-03-12", "2028-03-20", ["untilOn"]],
])("days off from %s to %s, typed on 10 March 2027", (fromOn, untilOn, wrong) => {
  const read = daysOffSchema("2027-03-10").safeParse({ fromOn, untilOn });
  expect((read.error?.issues ?? []).map(({ path }) => path.join("."))).toEqual(wrong);
});
