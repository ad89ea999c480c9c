import { expect, test } from "vitest";
import { contactDueAfter, contactPromise } from "./contact-promise.ts";

const made = "2027-03-10T09:00:00.000Z";

test.each([
  ["2027-03-10T09:00:00.000Z", false, "24 hours left"],
  ["2027-03-10T10:30:00.000Z", false, "22 hours left"],
  ["2027-03-11T08:00:00.000Z", false, "1 hour left"],
  ["2027-03-11T08:59:00.000Z", false, "1 minute left"],
  ["2027-03-11T09:00:00.000Z", false, "less than a minute left"],
  ["2027-03-11T09:00:30.000Z", true, "Overdue by less than a minute"],
  ["2027-03-11T09:20:00.000Z", true, "Overdue by 20 minutes"],
  ["2027-03-12T09:00:00.000Z", true, "Overdue by 24 hours"],
  ["2027-03-20T09:00:00.000Z", true, "Overdue by 9 days"],
])("at %s", (now, isOverdue, text) => {
  expect(contactPromise(made, new Date(now))).toEqual({ isOverdue, text });
});

const now = "2027-03-10T09:00:00.000Z";
const thursday = "2027-03-18T00:00:00.000Z";

test.each([
  ["confirmed", thursday, thursday],
  ["pending", thursday, thursday],
  ["cancelled", thursday, null],
  ["completed", thursday, null],
  ["confirmed", made, null],
  ["pending", "2027-03-09T00:00:00.000Z", now],
  ["pending", null, now],
] as const)(
  "a booking that becomes %s keeps the next contact that staff set: %s is due %s",
  (status, set, due) => {
    expect(contactDueAfter(status, { awaits_contact_since: set }, new Date(now))).toBe(due);
  },
);
