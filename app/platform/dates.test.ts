import { expect, test } from "vitest";
import {
  formatInstant,
  formatInstantDay,
  formatDate,
  formatLongDate,
  formatMinutes,
  formatMonth,
  formatTime,
  londonDate,
} from "./dates.ts";

test("an instant is shown as the day that it is in London, also within an hour after midnight in summer", () => {
  expect(formatInstantDay("2027-06-30T23:30:00.000Z")).toBe("01/07/2027");
  expect(formatInstantDay("2027-01-31T23:30:00.000Z")).toBe("31/01/2027");
  expect(londonDate(new Date("2027-06-30T22:59:59.999Z"))).toBe("2027-06-30");
});

test("London's clock is the one of the time zone database, on each hour around a change of the clocks", () => {
  const known = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/London",
    dateStyle: "short",
    timeStyle: "short",
  });
  for (let year = 1996; year < 2060; year++) {
    for (const month of [0, 2, 3, 6, 8, 9, 11]) {
      for (const day of [1, 24, 25, 26, 27, 28, 29, 30, 31]) {
        for (const hour of [0, 1, 2, 23]) {
          const instant = new Date(Date.UTC(year, month, day, hour)).toISOString();
          expect(`${formatInstantDay(instant)}, ${formatTime(instant)}`).toBe(
            known.format(new Date(instant)),
          );
        }
      }
    }
  }
});

test("dates are written as in British English", () => {
  const options = { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" } as const;
  const short = new Intl.DateTimeFormat("en-GB", { ...options, hour: "2-digit", minute: "2-digit" });
  const long = new Intl.DateTimeFormat("en-GB", { ...options, month: "long", weekday: "long" });
  for (const month of ["01", "02", "03", "11", "12"]) {
    const instant = `2026-${month}-05T09:03:00.000Z`;
    expect(formatInstant(instant)).toBe(short.format(new Date(instant)));
  }
  for (let month = 1; month <= 12; month++) {
    const day = `2026-${String(month).padStart(2, "0")}-09`;
    expect(formatLongDate(day)).toBe(long.format(new Date(day)).replace(",", ""));
  }
  expect(formatInstant("2026-09-20T13:03:00.000Z")).toBe("20 Sept 2026, 14:03");
  expect(formatDate("1947-06-03")).toBe("3 June 1947");
  expect(formatMonth("2027-05")).toBe("May 2027");
});

test.each([
  [1 / 60, "1 minute"],
  [1, "1 minute"],
  [61 / 60, "2 minutes"],
])("%f minutes to wait are told as %s", (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text);
});
