import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askedDay, datePartsProblem, joinDate, readDate, splitDate } from "./date-parts.ts";

describe("a date in three inputs", () => {
  it("becomes YYYY-MM-DD", () => {
    expect(joinDate({ day: "7", month: "3", year: "1941" })).toBe("1941-03-07");
    expect(splitDate("1941-03-07")).toEqual({ day: "7", month: "3", year: "1941" });
  });

  it.each([
    [{ "dob-day": "7", "dob-month": "3", "dob-year": "1941" }, "1941-03-07"],
    [{ dob: "1950-01-01", "dob-day": "７", "dob-month": "3\u200b", "dob-year": "1941" }, "1941-03-07"],
    [{ dob: "1950-01-01", "dob-day": "", "dob-month": "", "dob-year": " " }, "1950-01-01"],
    [{ "dob-day": "", "dob-month": "", "dob-year": "" }, ""],
    [{ "dob-month": "3" }, "-3-"],
    [{ dob: "1950-01-01" }, "1950-01-01"],
    [{}, undefined],
  ])("is read from %j as %j", (values, date) => {
    expect(readDate(values, "dob")).toBe(date);
  });

  it.each([
    [["27", "March", "1942"], "1942-03-27"],
    [["27", "mar", "1942"], "1942-03-27"],
    [["27", "SEPT.", "1942"], "1942-09-27"],
    [["27th", "3", "1942"], "1942-03-27"],
    [["27 March 1942", "", ""], "1942-03-27"],
    [["27/3/1942", "", ""], "1942-03-27"],
    [["1942-03-27", "", ""], "1942-03-27"],
    [["27", "ma", "1942"], "1942-ma-27"],
    [["early in March", "", ""], "--early in March"],
    [["27", "3", "42"], "42-3-27"],
  ])("is understood as people write it: %j", ([day, month, year], date) => {
    expect(joinDate({ day: day!, month: month!, year: year! })).toBe(date);
  });

  it("takes two digits of a year only for a day whose century is known", () => {
    expect(joinDate({ day: "29", month: "3", year: "27" }, "20")).toBe("2027-03-29");
    expect(joinDate({ day: "30", month: "2", year: "27" }, "20")).toBe("27-2-30");
  });

  it.each([
    [["27", "", "1942"], "Date of birth: please enter the month as well."],
    [["27", "", ""], "Date of birth: please enter the month and the year as well."],
    [
      ["27", "Mrch", "1942"],
      "Date of birth: please enter the month as a number or by its name, such as 3 or March.",
    ],
    [["29", "3", "27"], "Date of birth: please enter all four digits of the year."],
    [["30", "2", "1942"], null],
    [["x", "2", "1942"], null],
  ])("tells what is wrong with %j: %s", ([day, month, year], problem) => {
    const text = joinDate({ day: day!, month: month!, year: year! });
    expect(datePartsProblem(text, "Date of birth")).toBe(problem);
  });

  it("is nothing when nothing was typed", () => {
    expect(joinDate({ day: " ", month: "", year: "" })).toBe("");
    expect(splitDate("")).toEqual({ day: "", month: "", year: "" });
  });

  it("shows a text that is no date where it can be mended", () => {
    expect(splitDate("about 1941")).toEqual({ day: "about 1941", month: "", year: "" });
  });

  it("comes back as it was typed when it is unfinished or impossible", () => {
    const part = fc.stringMatching(/^[0-9A-Za-z]{0,5}$/);
    fc.assert(
      fc.property(part, part, part, (day, month, year) => {
        const typed = { day, month, year };
        const text = joinDate(typed);
        if (text === "" || /^\d{4}-\d\d-\d\d$/.test(text)) return;
        expect(splitDate(text)).toEqual(typed);
      }),
    );
  });
});

it.each([
  ["2028-02-29", "2028-02-29"],
  ["", null],
  ["soon", null],
])("the day %o of an address is %o", (day, read) => {
  expect(askedDay(new URLSearchParams({ day }), "day")).toBe(read);
});

it.each(["2030-02-31", "2030-2-31", "31/02/2030", "2030-13-01"])(
  "the day %s of an address is refused with a sentence that names it",
  (day) => {
    const read = () => askedDay(new URLSearchParams({ day }), "day");
    expect(read).toThrow(
      expect.toSatisfy(
        (thrown) => thrown.init.status === 400 && thrown.data.message.startsWith(`“${day}” is not`),
      ),
    );
  },
);
