import type { Page } from "@playwright/test";

/** The spacing that readers may set for themselves (WCAG 1.4.12). A style element would be refused by the page. */
export async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
    );
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Letters of `percent` of the usual size, as readers set them in their browser (WCAG 1.4.4 asks for 200 %). */
export async function sizeText(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => (document.documentElement.style.fontSize = `${size}%`), percent);
}

/** Everything beyond the window's right edge, except what scrolls in its own box, and texts with one letter a line. */
export async function wideParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const describe = (part: Element) =>
      `${part.tagName} ${part.className} ${(part.textContent ?? "").slice(0, 40)}`;
    const all = [...document.querySelectorAll("main *, header *, footer *, dialog[open] *")];
    const narrow = all.filter((part) => {
      const hasText = [...part.childNodes].some((node) => node.nodeType === 3 && node.nodeValue!.length > 8);
      const { width } = part.getBoundingClientRect();
      return hasText && width > 1 && width < 1.5 * parseFloat(getComputedStyle(part).fontSize);
    });
    const letters = narrow.slice(0, 5).map((part) => `one letter a line: ${describe(part)}`);
    const root = document.documentElement;
    if (root.scrollWidth <= window.innerWidth) return letters;
    const parts = all.filter((part) => part.getBoundingClientRect().right > window.innerWidth + 1);
    return [...letters, `${root.scrollWidth} px`, ...parts.slice(0, 5).map(describe)];
  });
}
