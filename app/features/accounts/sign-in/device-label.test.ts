import { expect, test } from "vitest";
import { customerRefusal } from "./customer-refusal.ts";
import { deviceLabel } from "./device-label.ts";
import { waitMessage } from "./messages.ts";

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  ["curl/8.5.0", "Unknown device"],
  [null, "Unknown device"],
])("%s is shown as %s", (userAgent, expected) => {
  expect(deviceLabel(userAgent)).toBe(expected);
});

test.each([
  ["signed-in", null],
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
