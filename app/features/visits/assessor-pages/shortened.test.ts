import { expect, test } from "vitest";
import { answerLength, shortened } from "./shortened.ts";

test("a long answer is cut at a word, and a short one stays", () => {
  expect(shortened("She likes\nmornings", 60)).toBe("She likes mornings");
  expect(shortened("She follows a talk well in the morning", 25)).toBe("She follows a talk well…");
  expect(shortened("x".repeat(100), 60)).toBe(`${"x".repeat(59)}…`);
});

test("the more answers a pack has, the shorter each is", () => {
  expect(answerLength(0, 0)).toBe(600);
  expect(answerLength(40, 4_000)).toBe(200);
  expect(answerLength(10_000, 0)).toBe(60);
});
