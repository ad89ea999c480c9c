import { expect, test } from "vitest";
import { formatInstantDay, londonDate } from "./dates.ts";

test("an instant is shown as the day that it is in London, also within an hour after midnight in summer", () => {
  expect(formatInstantDay("2027-06-30T23:30:00.000Z")).toBe("01/07/2027");
  expect(formatInstantDay("2027-01-31T23:30:00.000Z")).toBe("31/01/2027");
  expect(londonDate(new Date("2027-06-30T22:59:59.999Z"))).toBe("2027-06-30");
});
