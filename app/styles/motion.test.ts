import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL(".", import.meta.url);
const sheets = readdirSync(folder)
  .filter((name) => name.endsWith(".css"))
  .map((name) => ({
    name,
    css: readFileSync(new URL(name, folder), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, ""),
  }));

/** The rules outside of a block that asks for motion, and those inside. */
function split(css: string) {
  const start = css.indexOf("prefers-reduced-motion: no-preference");
  if (start === -1) return { always: css, wanted: "" };
  let depth = 0;
  let end = css.indexOf("{", start);
  do {
    if (css[end] === "{") depth += 1;
    if (css[end] === "}") depth -= 1;
    end += 1;
  } while (depth > 0);
  return { always: css.slice(0, start) + css.slice(end), wanted: css.slice(start, end) };
}

const milliseconds = (css: string) =>
  [...css.matchAll(/\b(\d*\.?\d+)(ms|s)\b/g)].map(
    ([, number, unit]) => Number(number) * (unit === "s" ? 1_000 : 1),
  );

test("nothing moves where reduced motion is asked for", () => {
  for (const { name, css } of sheets) {
    expect(split(css).always, name).not.toMatch(/\b(transition|animation|scroll-behavior)[\w-]*:\s*(?!none)/);
  }
});

test("motion takes less than 200 ms", () => {
  const times = sheets.flatMap(({ css }) => {
    const { wanted } = split(css);
    // The pulse of a wrong field is the specification's, with its 1.5 s.
    return milliseconds(wanted.replaceAll(/animation: field-pulse [^;]+;/g, ""));
  });
  expect(times.length).toBeGreaterThan(0);
  expect(Math.max(...times)).toBeLessThan(200);
});

test("whatever can be pressed shows hover, pressed and disabled, and focus is drawn once for everything", () => {
  const all = sheets.map(({ css }) => css).join("\n");
  expect(all).toMatch(/^:focus-visible \{[^}]*outline: 3px/m);
  for (const state of [":hover", ":active:not(:disabled)", ":disabled", '[aria-disabled="true"]'])
    expect(all, state).toContain(`.button${state}`);
  // Under the pointer too: the quiet button's hover would make it look alive.
  expect(all).toContain(".button:disabled:hover");
  // A rule that takes the outline away leaves it to the label that is drawn in its place, or is not a control.
  for (const [rule] of all.matchAll(/[^{}]*\{[^{}]*outline: none[^{}]*\}/g))
    expect(rule).toContain("main:focus-visible");
});
