import { expect, test } from "vitest";
import { BOOKING_STATUSES } from "./status.ts";
import { isDateAgreed, whatHappensNext } from "./status-words.ts";

const statuses = [...BOOKING_STATUSES];

test("only a booking that waits for its date is promised contact to confirm it", () => {
  const promised = statuses.filter((status) =>
    /24 hours/.test(whatHappensNext({ status, preferredDate: "2027-04-01" })),
  );
  expect(promised).toEqual(["pending"]);
});

test("a confirmed booking names its date, or says that it is still to be agreed", () => {
  expect(whatHappensNext({ status: "confirmed", preferredDate: "2027-04-01" })).toContain(
    "on Thursday 1 April 2027",
  );
  expect(whatHappensNext({ status: "confirmed", preferredDate: null })).toContain("agree the date");
});

test("a date is a wish until the booking is confirmed", () => {
  expect(statuses.filter((status) => isDateAgreed({ status, preferredDate: "2027-04-01" }))).toEqual([
    "confirmed",
    "completed",
  ]);
  expect(isDateAgreed({ status: "confirmed", preferredDate: null })).toBe(false);
});
