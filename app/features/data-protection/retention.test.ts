import { expect, test } from "vitest";
import { PERIODS_USED } from "#app/features/privacy/personal-rooms.server.ts";
import { retentionCutoffs, retentionInWords } from "./retention.ts";

const periods = { mailDays: 30, cancelledMonths: 12, completedYears: 8, assessorDays: 30, commentDays: 21 };

test("what is older than its period goes", () => {
  expect(retentionCutoffs(periods, new Date("2027-03-10T09:00:00Z"))).toEqual({
    mailBodies: "2027-02-08T09:00:00.000Z",
    unrealisedBookings: "2026-03-10T09:00:00.000Z",
    realisedBookings: "2019-03-10T09:00:00.000Z",
    rateLimits: "2027-03-09T09:00:00.000Z",
  });
});

test("a month that is shorter ends on its last day", () => {
  const cutoffs = retentionCutoffs({ ...periods, cancelledMonths: 1 }, new Date("2027-03-31T09:00:00Z"));
  expect(cutoffs.unrealisedBookings).toBe("2027-02-28T09:00:00.000Z");
});

test("the notice says the configured periods", () => {
  const words = retentionInWords(periods, 1, PERIODS_USED).map((row) => row.howLong);
  expect(words).toEqual([
    "48 hours",
    "30 days",
    "12 months after the last change",
    "8 years after the last change",
    "12 months after the last change",
    "21 days after the release; longer while a complaint is open",
    "30 days after the booking was completed",
    "8 years after the last entry",
    "6 years after the end of their year",
    "1 year",
    "7 days after its last booking was made, or 14 days after the upload when none was",
    "1 day",
  ]);
});
