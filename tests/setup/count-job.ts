import type { Locator, Page } from "@playwright/test";

/** The cost of a daily job. `pages` are those that open, `scrolls` the windows between what is used next and what is
 * seen, rounded up. */
export type JobCost = { pages: number; fields: number; clicks: number; scrolls: number };

/** Counts what somebody does on a page. The page that is open at the start is not counted. */
export function countJob(page: Page) {
  const cost: JobCost = { pages: 0, fields: 0, clicks: 0, scrolls: 0 };
  let at = page.url();
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame()) return;
    const next = frame.url();
    if (next.split("#")[0] !== at.split("#")[0]) cost.pages += 1;
    at = next;
  });
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    const height = page.viewportSize()!.height;
    const top = await target.evaluate((element) => element.getBoundingClientRect().top);
    if (top < 0) cost.scrolls += Math.ceil(-top / height);
    if (top > height) cost.scrolls += Math.ceil((top - height) / height);
  }
  return {
    cost,
    click: async (target: Locator) => {
      await reach(target);
      cost.clicks += 1;
      await target.click();
    },
    fill: async (target: Locator, text: string) => {
      await reach(target);
      cost.fields += 1;
      await target.fill(text);
    },
    tick: async (target: Locator) => {
      await reach(target);
      cost.clicks += 1;
      await target.check();
    },
    choose: async (target: Locator, option: string) => {
      await reach(target);
      cost.fields += 1;
      await target.selectOption(option);
    },
    attach: async (target: Locator, name: string, buffer: Buffer) => {
      await reach(target);
      cost.fields += 1;
      await target.setInputFiles({ name, mimeType: "application/pdf", buffer });
    },
    enter: () => page.keyboard.press("Enter"),
  };
}

export type Job = ReturnType<typeof countJob>;
