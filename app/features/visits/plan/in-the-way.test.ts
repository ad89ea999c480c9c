import { describe, expect, test } from "vitest";
import type { BookingRequestRow } from "#app/features/booking/fields/tables.ts";
import { inTheWay, notYetWords, whyNotYet, type Decided, type NotYet } from "./in-the-way.ts";

const request = (kind: "date" | "cancel", day: string | null): BookingRequestRow => ({
  id: "r1",
  booking_id: "b1",
  kind,
  day,
  version: 2,
  created_at: "2026-11-26T09:00:00.000Z",
  note_sealed: null,
  answered_at: null,
  answered_as: null,
  answered_by: null,
  answer_sealed: null,
});

const MAY_CANCEL = { lastDay: "2026-12-10", isStartRequested: false, isOver: false };
const TODAY = "2026-11-27";
const TO_CANCEL = [request("cancel", null)];
const FOR_11_JANUARY = [request("date", "2027-01-11")];

type Case = [
  what: string,
  requests: BookingRequestRow[],
  rights: typeof MAY_CANCEL | null,
  day: string | null,
  decided: Decided,
  problem: NotYet["problem"] | null,
];

const CASES: Case[] = [
  ["nothing", [], null, "2026-12-04", {}, null],
  ["a request to cancel", TO_CANCEL, null, "2026-12-04", {}, "cancel-requested"],
  [
    "a request to cancel, whatever was decided",
    [...TO_CANCEL, ...FOR_11_JANUARY],
    MAY_CANCEL,
    "2027-01-11",
    { isStartRequested: true, isRequestAnswered: true },
    "cancel-requested",
  ],
  ["a request to cancel, for a date without a day", TO_CANCEL, null, null, {}, "cancel-requested"],
  ["a day within the right to cancel", [], MAY_CANCEL, "2026-12-04", {}, "early-start"],
  ["the last day of the right to cancel", [], MAY_CANCEL, "2026-12-10", {}, "early-start"],
  ["the day after the right to cancel", [], MAY_CANCEL, "2026-12-11", {}, null],
  ["no day at all within the right to cancel", [], MAY_CANCEL, null, {}, null],
  ["a day for which they asked us to start", [], MAY_CANCEL, "2026-12-04", { isStartRequested: true }, null],
  ["a start requested before", [], { ...MAY_CANCEL, isStartRequested: true }, "2026-12-04", {}, null],
  ["a right that is over", [], { ...MAY_CANCEL, isOver: true }, "2026-12-04", {}, null],
  ["the requested day", FOR_11_JANUARY, null, "2027-01-11", {}, null],
  ["another day than the requested one", FOR_11_JANUARY, null, "2027-01-12", {}, "date-requested"],
  ["another day that answers", FOR_11_JANUARY, null, "2027-01-12", { isRequestAnswered: true }, null],
  ["another day that leaves it open", FOR_11_JANUARY, null, "2027-01-12", { isRequestAnswered: false }, null],
  [
    "another day, decided of the request as it was before",
    FOR_11_JANUARY,
    null,
    "2027-01-12",
    { isRequestAnswered: true, requestSeen: "r1:1" },
    "date-requested",
  ],
  [
    "another day, decided of this request",
    FOR_11_JANUARY,
    null,
    "2027-01-12",
    { isRequestAnswered: false, requestSeen: "r1:2" },
    null,
  ],
];

describe("what is in the way of a visit", () => {
  test.each(CASES)("%s", (_what, requests, rights, day, decided, problem) => {
    expect(whyNotYet(inTheWay(requests, rights, TODAY), day, decided)?.problem ?? null).toBe(problem);
  });

  test.each([
    ["a day to come", FOR_11_JANUARY, null, "2026-12-01", "2027-01-11"],
    ["a day that is past", FOR_11_JANUARY, null, "2027-01-12", null],
    ["a day within the right to cancel", [request("date", "2026-12-09")], MAY_CANCEL, "2026-12-01", null],
    ["a day after the right to cancel", FOR_11_JANUARY, MAY_CANCEL, "2026-12-01", "2027-01-11"],
    ["a day beside a request to cancel", [...TO_CANCEL, ...FOR_11_JANUARY], null, "2026-12-01", null],
    ["no day", [request("date", null)], null, "2026-12-01", null],
  ])("%s is offered only where a visit can be agreed for it", (_what, requests, rights, today, day) => {
    expect(inTheWay(requests, rights, today).planFor).toBe(day);
  });

  test("is said with the day that it is about", () => {
    expect(notYetWords({ problem: "early-start", lastDay: "2026-12-10" })).toContain(
      "until Thursday 10 December 2026, and has not asked us to start before",
    );
    expect(notYetWords({ problem: "date-requested", day: "2027-01-11" })).toContain(
      "asks for another date, Monday 11 January 2027",
    );
  });
});
