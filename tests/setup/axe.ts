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

/** What contrast depends on, once for each kind of visible text: its colour, the nearest background, opacity, and
 * whether it counts as large. */
export function textColoursOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const kinds = new Map<Element, string>();
    const isSeeThrough = (colour: string) => /rgba?\(0, 0, 0, 0\)|transparent/.test(colour);
    /** Of the element itself, and of those around it until an opaque background. */
    const groundOf = (element: Element | null): string => {
      if (!element) return "";
      const known = kinds.get(element);
      if (known !== undefined) return known;
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const isPlain = isSeeThrough(backgroundColor) && backgroundImage === "none" && opacity === "1";
      const around = groundOf(element.parentElement);
      const own = isPlain ? around : `${backgroundColor} ${backgroundImage} ${opacity} / ${around}`;
      kinds.set(element, own);
      return own;
    };
    const found = new Set<string>();
    for (const element of document.body.querySelectorAll("*")) {
      const hasText =
        element.matches("input, select, textarea") ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
      if (!hasText || !element.checkVisibility({ visibilityProperty: true })) continue;
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const isLarge = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
      found.add(`${color} ${isLarge} on ${groundOf(element)}`);
    }
    return [...found];
  });
}
