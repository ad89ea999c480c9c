import { afterEach, expect } from "vitest";

/** A test that makes the program complain on the console fails: warnings are somebody's defect. */
const complaints: string[] = [];
// No spies: `restoreMocks` would take them away before the first test.
console.error = console.warn = (...parts: unknown[]) => void complaints.push(parts.map(String).join(" "));

afterEach(() => {
  const seen = complaints.splice(0);
  expect(seen, "nothing may be written to console.error or console.warn").toEqual([]);
});
