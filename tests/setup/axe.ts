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

/** What axe finds, in words. Run in the page itself: its own Playwright package opens a second page each time. */
export async function violationsOf(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async (chosen) => {
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
      const { violations } = await window.axe.run(chosen);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
    },
    { resultTypes: ["violations"] as "violations"[], ...options },
  );
}
