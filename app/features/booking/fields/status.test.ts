import { describe, expect, test } from "vitest";
import {
  BOOKING_STATUSES,
  isReopening,
  nextStatuses,
  statusColour,
  statusLabel,
  type BookingDay,
  toBookingStatus,
  whatHappensNext,
} from "./status.ts";

describe("booking status", () => {
  test.each([
    ["pending", "Pending Review", "yellow"],
    ["confirmed", "Confirmed", "green"],
    ["completed", "Completed", "blue"],
    ["cancelled", "Cancelled", "red"],
    ["lost", "Pending Review", "yellow"],
    ["", "Pending Review", "yellow"],
    ["toString", "Pending Review", "yellow"],
  ])("%s reads %s in %s", (status, label, colour) => {
    expect([statusLabel(status), statusColour(status)]).toEqual([label, colour]);
  });

  test.each([
    ["pending", ["confirmed", "cancelled"]],
    ["confirmed", ["completed", "cancelled", "pending"]],
    ["completed", ["confirmed", "pending"]],
    ["cancelled", ["pending", "confirmed"]],
  ] as const)("from %s to %j", (from, next) => {
    expect(nextStatuses(from)).toEqual(next);
  });

  test("only finished bookings are reopened", () => {
    expect(BOOKING_STATUSES.filter(isReopening)).toEqual(["completed", "cancelled"]);
  });

  test("what is not a status counts as pending", () => {
    expect([null, undefined, 3, "PENDING", "confirmed"].map(toBookingStatus)).toEqual([
      "pending",
      "pending",
      "pending",
      "pending",
      "confirmed",
    ]);
  });
});

const dayAs = (as: BookingDay["as"]): BookingDay => ({
  day: "2027-04-01",
  as,
  when: "Thursday 1 April 2027",
  isOver: false,
});

test("only a booking that waits for its date is promised contact to confirm it", () => {
  const promised = BOOKING_STATUSES.filter((status) =>
    /24 hours/.test(whatHappensNext({ status, day: dayAs("wish") })),
  );
  expect(promised).toEqual(["pending"]);
});

test("a confirmed booking names its date, or says that it is still to be agreed", () => {
  expect(whatHappensNext({ status: "confirmed", day: dayAs("confirmed") })).toContain(
    "on Thursday 1 April 2027",
  );
  expect(whatHappensNext({ status: "confirmed", day: dayAs("wish") })).toContain("agree the date");
  expect(whatHappensNext({ status: "confirmed", day: null })).toContain("agree the date");
});

test("after a visit nobody is told that its date is to be agreed", () => {
  expect(whatHappensNext({ status: "confirmed", day: dayAs("visit"), visit: null })).toContain(
    "what follows your visit",
  );
});
