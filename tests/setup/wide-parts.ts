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

/** Text of more than a word is not narrower than this: it would have a few letters a line. */
const MIN_WIDTH_PX = 48;

/** Everything beyond the window's right edge, except what scrolls in its own box, and texts with a few
 * letters a line. */
export async function wideParts(page: Page): Promise<string[]> {
  return page.evaluate((minWidth) => {
    const describe = (part: Element) =>
      `${part.tagName} ${part.className} ${(part.textContent ?? "").slice(0, 40)}`;
    const all = [...document.querySelectorAll("main *, header *, footer *, dialog[open] *")];
    const narrow = all.filter((part) => {
      if (part instanceof SVGElement) return false;
      const hasText = [...part.childNodes].some((node) => node.nodeType === 3 && node.nodeValue!.length > 8);
      const { width } = part.getBoundingClientRect();
      return hasText && width > 1 && width < minWidth;
    });
    const letters = narrow.slice(0, 5).map((part) => `a few letters a line: ${describe(part)}`);
    const root = document.documentElement;
    if (root.scrollWidth <= window.innerWidth) return letters;
    const parts = all.filter((part) => part.getBoundingClientRect().right > window.innerWidth + 1);
    return [...letters, `${root.scrollWidth} px`, ...parts.slice(0, 5).map(describe)];
  }, MIN_WIDTH_PX);
}
