import { describe, expect, test } from "vitest";
import {
  BOOKING_STATUSES,
  isReopening,
  nextStatuses,
  statusColour,
  statusLabel,
  toBookingStatus,
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
