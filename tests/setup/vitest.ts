import { afterEach, expect, vi } from "vitest";

/** A test that makes the program complain on the console fails: warnings are somebody's defect. */
const complaints: string[] = [];
for (const method of ["error", "warn"] as const) {
  vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
    complaints.push(parts.map(String).join(" "));
  });
}

afterEach(() => {
  const seen = complaints.splice(0);
  expect(seen, "nothing may be written to console.error or console.warn").toEqual([]);
});
