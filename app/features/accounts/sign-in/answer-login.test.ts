import { expect, test } from "vitest";
import { customerRefusal } from "./answer-login.server.ts";

test.each([
  ["needs-code", "Your account requires additional setup. Please contact support."],
  ["needs-password", "Your account requires additional setup. Please contact support."],
  ["needs-two-factor", "Two-factor authentication is required but not yet supported for customer accounts."],
  ["limited", "Login failed. Please try again."],
] as const)("the customer login answers %s with %s", (kind, message) => {
  expect(customerRefusal(kind)).toBe(message);
});
