import { expect, test } from "vitest";
import { customerRefusal } from "./answer-sign-in.server.ts";
import { waitMessage } from "#app/features/accounts/record/messages.ts";

test.each([
  ["needs-code", "Your account requires additional setup. Please contact support."],
  ["needs-password", "Your account requires additional setup. Please contact support."],
  ["needs-two-factor", "Two-factor authentication is required but not yet supported for customer accounts."],
  ["limited", "Login failed. Please try again."],
] as const)("the customer login answers %s with %s", (kind, message) => {
  expect(customerRefusal(kind)).toBe(message);
});

test.each([
  [12, "Too many attempts. Please wait 12 seconds and try again."],
  [600, "Too many attempts. Please wait 10 minutes and try again."],
])("after too many attempts one is told to wait %i seconds", (seconds, message) => {
  expect(waitMessage(seconds)).toBe(message);
});
