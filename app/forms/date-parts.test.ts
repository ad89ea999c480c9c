import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinDate, readDate, splitDate } from "./date-parts.ts";

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
