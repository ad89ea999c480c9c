import { expect, test } from "vitest";
import { waitWords } from "./wait-words.ts";

test.each([
  [1, "Please wait 1 second and try again."],
  [12, "Please wait 12 seconds and try again."],
  [90, "Please wait 90 seconds and try again."],
  [91, "Please wait 2 minutes and try again."],
  [1555, "Please wait 26 minutes and try again."],
  [3600, "Please wait 60 minutes and try again."],
  [7200, "Please wait 2 hours and try again."],
  [86_400, "Please wait 24 hours and try again."],
])("%d seconds to wait: %s", (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});
