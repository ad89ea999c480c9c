import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { run, RunOptions } from "axe-core";
import type { Page } from "@playwright/test";

declare global {
  interface Window {
    axe: { run: typeof run };
  }
}

/** The short form: half as much to read for each page. */
const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Rules that axe has switched off: WCAG's for names that begin otherwise than the words on a control (2.5.3), for
 * targets below 24 px (2.5.8) and for headings and captions that only look like ones, and that a page must not
 * be held upright. */
const MORE_RULES = [
  "css-orientation-lock",
  "label-content-name-mismatch",
  "p-as-heading",
  "table-fake-caption",
  "target-size",
  "td-has-header",
];
const RULES = Object.fromEntries(MORE_RULES.map((id) => [id, { enabled: true }]));

/** Findings of axe, in words, and what it has no rule for: ids with a space, which no `aria-labelledby` can name, lists
 * without an entry, and new tabs that no word nearby tells of. Run in the page itself: its own Playwright package opens
 * a second page each time. */
export async function violationsOf(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async (chosen) => {
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
      const { violations } = await window.axe.run(chosen);
      const all = (selector: string) => [...document.querySelectorAll(selector)];
      const spaced = all('[id*=" "]').map(({ id }) => `id with a space: ${id}`);
      const empty = all(":is(ul, ol, dl):empty").map(({ outerHTML }) => `empty list: ${outerHTML}`);
      const untold = all("[target=_blank]")
        .filter(
          (part) => !/(new|another) (tab|window)/.test(part.closest("p, li, section")?.textContent ?? ""),
        )
        .map(({ outerHTML }) => `new tab unsaid: ${outerHTML}`);
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
      return [...spaced, ...empty, ...untold, ...found];
    },
    {
      resultTypes: ["violations"] as "violations"[],
      preload: false,
      ...options,
      rules: { ...RULES, ...options.rules },
    },
  );
}

/** Pixels by which the page is wider than the window. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
