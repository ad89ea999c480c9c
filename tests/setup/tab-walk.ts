import type { Page } from "@playwright/test";

/** A phone, and a desk's window of 1280 × 1024 px at 400 % zoom. */
export const WALKED_SIZES = [
  { width: 375, height: 667 },
  { width: 320, height: 256 },
];

/** Whether the page has a box that may stay in the window while the page scrolls, and so may cover parts of it. */
export async function hasStayingBox(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.querySelectorAll("body *")].some((box) => {
      const { position, display } = getComputedStyle(box);
      return /sticky|fixed/.test(position) && display !== "none" && box.getBoundingClientRect().height > 0;
    }),
  );
}

type Focus = { name: string; hiddenPx: number; by: string };

/** Runs in the page: the focused control, how much of it is covered by a staying box or out of the window although it
 * would fit, and by which; null when nothing has the focus. */
function lookAtFocus(): Focus | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { top, bottom, left, right, height } = focused.getBoundingClientRect();
  const boxes = [...document.querySelectorAll("body *")]
    .filter((box) => /sticky|fixed/.test(getComputedStyle(box).position) && !box.contains(focused))
    .map(
      (box) =>
        ({ name: box.className, ...box.getBoundingClientRect().toJSON() }) as DOMRect & { name: string },
    )
    .filter((box) => box.height > 0 && box.right > left && box.left < right);
  const hidden = [
    ...boxes.map((box) => ({ by: box.name, px: Math.min(bottom, box.bottom) - Math.max(top, box.top) })),
    { by: "the window's edge", px: Math.max(0, -top) + Math.max(0, bottom - window.innerHeight) },
  ].filter(({ px }) => px > 0);
  const free = window.innerHeight - boxes.reduce((sum, box) => sum + box.height, 0);
  const sum = hidden.reduce((total, { px }) => total + px, 0);
  return {
    name: [focused.localName, focused.getAttribute("name"), focused.textContent?.trim().slice(0, 30)].join(
      " ",
    ),
    hiddenPx: Math.round(sum - Math.max(0, height - Math.max(0, free))),
    by: hidden.map(({ by }) => by).join(", "),
  };
}

/** Walks a page with Tab from its start to its end: the controls that are hidden in part by a sticky or fixed box when
 * they have the focus, although they would fit beside it. */
export async function hiddenFocus(page: Page): Promise<string[]> {
  await page.locator(".skip").focus();
  const hidden: string[] = [];
  for (let count = 0; count < 400; count += 1) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(lookAtFocus);
    if (!focus) return hidden;
    if (focus.hiddenPx > 1) hidden.push(`${focus.name}: ${focus.hiddenPx} px by ${focus.by}`);
  }
  throw new Error("There is no end of controls.");
}
