import { expect, test } from "vitest";
import { waitMessage } from "./sign-in/messages.ts";

test.each([
  [12, "Too many attempts. Please wait 12 seconds and try again."],
  [600, "Too many attempts. Please wait 10 minutes and try again."],
])("after too many attempts one is told to wait %i seconds", (seconds, message) => {
  expect(waitMessage(seconds)).toBe(message);
});
