import { expect, test, vi } from "vitest";
import { formatInstantDay, londonDate } from "./dates.ts";

test("an instant is shown as the day that it is in London, also within an hour after midnight in summer", () => {
  expect(formatInstantDay("2027-06-30T23:30:00.000Z")).toBe("01/07/2027");
  expect(formatInstantDay("2027-01-31T23:30:00.000Z")).toBe("31/01/2027");
  expect(londonDate(new Date("2027-06-30T22:59:59.999Z"))).toBe("2027-06-30");
});

test("a London day is the same where a browser writes dates in another order", () => {
  const { prototype } = Intl.DateTimeFormat;
  vi.spyOn(prototype as { format: unknown }, "format", "get").mockReturnValue(() => "11/22/2031");
  expect(londonDate(new Date("2031-11-22T10:00:00.000Z"))).toBe("2031-11-22");
});
