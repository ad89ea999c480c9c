import { afterEach, expect } from "vitest";

/** Anything on the console fails a test. */
const complaints: string[] = [];
// Not spies: `restoreMocks` would remove them.
console.error = console.warn = (...parts: unknown[]) => void complaints.push(parts.map(String).join(" "));

afterEach(() => {
  const seen = complaints.splice(0);
  expect(seen, "nothing may be written to console.error or console.warn").toEqual([]);
});
