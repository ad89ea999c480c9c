import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HAZARDS } from "./hazards.ts";

test("every control is a test that its file has, by its title", () => {
  const missing = HAZARDS.flatMap(({ id, controls }) =>
    controls
      .filter(({ file, test: title }) => {
        const source = existsSync(file) ? readFileSync(file, "utf8") : "";
        return !['"', "`"].some((quote) => source.includes(`(${quote}${title}${quote}`));
      })
      .map(({ test: title }) => `${id}: ${title}`),
  );
  expect(missing).toEqual([]);
});

test("hazards are numbered in their order, and no two are alike", () => {
  expect(HAZARDS.map(({ id }) => id)).toEqual(
    HAZARDS.map((_, index) => `H${String(index + 1).padStart(2, "0")}`),
  );
  expect(new Set(HAZARDS.map(({ hazard }) => hazard)).size).toBe(HAZARDS.length);
});
