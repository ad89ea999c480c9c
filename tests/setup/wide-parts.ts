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

/** Everything beyond the window's right edge, except what scrolls in its own box. */
export async function wideParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= window.innerWidth) return [];
    const parts = [...document.querySelectorAll("main *, header *, footer *, dialog[open] *")]
      .filter((part) => part.getBoundingClientRect().right > window.innerWidth + 1)
      .map((part) => `${part.tagName} ${part.className} ${part.textContent.slice(0, 40)}`);
    return [`${root.scrollWidth} px`, ...parts.slice(0, 5)];
  });
}
