import { expect, test } from "vitest";
import { contactPromise } from "./contact-promise.ts";

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
