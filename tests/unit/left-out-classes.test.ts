import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The names in the list of `app.css` that Tailwind makes no class for. */
function leftOut(): Set<string> {
  const [, names = ""] = /@source not inline\("\{(.*)\}"\)/.exec(readFileSync("app/app.css", "utf8")) ?? [];
  return new Set(names.split(","));
}

test("no element has a class that the style sheet leaves out", () => {
  const names = leftOut();
  expect(names.size).toBeGreaterThan(10);
  const used = globSync("app/**/*.tsx").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/[cC]lass(?:Name)?="([^"]*)"/g)]
      .flatMap(([, classes = ""]) => classes.split(/\s+/))
      .filter((name) => names.has(name))
      .map((name) => `${name} in ${file}`),
  );
  expect(used).toEqual([]);
});
