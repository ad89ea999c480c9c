import { expect, test } from "vitest";
import { isKnownTag } from "./entity-tags.ts";

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a"', true],
  ["*", true],
  [' "a" ', true],
  ['"b"', false],
  ['"ab"', false],
  ['"b, a"', false],
  ["a", false],
  ["", false],
  [null, false],
])('If-None-Match: %s knows "a": %s', (header, isKnown) => {
  expect(isKnownTag(header, '"a"')).toBe(isKnown);
  expect(isKnownTag(header, 'W/"a"')).toBe(isKnown);
});
