import AxeBuilder from "@axe-core/playwright";
import {
  expect,
  test as base,
  type Page,
  type APIRequestContext,
  type BrowserContext,
} from "@playwright/test";
import { startServer, type ServerProcess } from "./server-process.ts";

type Journey = {
  /** The running product, shared by the tests of one worker: make your own records. */
  app: ServerProcess;
};

/** Playwright's `test` with a running server, and a check that no page complains on the console. */
export const test = base.extend<{ hasFaults: boolean; isQuiet: void }, Journey>({
  /** For tests that break the server on purpose: answers with 5xx, and scripts that are gone, are expected then. */
  hasFaults: [false, { option: true }],
  app: [
    async ({}, provide) => {
      const app = await startServer();
      await provide(app);
      await app.dispose();
    },
    { scope: "worker", timeout: 40_000 },
  ],
  baseURL: async ({ app }, provide) => provide(app.origin),
  isQuiet: [
    async ({ page, hasFaults }, provide) => {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (message) => {
        const expected = hasFaults
          ? /status of [45]\d\d|net::ERR_|route module|imported module/
          : /status of 4\d\d|net::ERR_/;
        const isRefusal = expected.test(message.text());
        if (message.type() === "error" && !isRefusal) complaints.push(message.text());
      });
      await provide();
      expect(complaints, "nothing may be written to the browser's console as an error").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

type Fixtures = Journey & {
  page: Page;
  context: BrowserContext;
  request: APIRequestContext;
  hasJavaScript: boolean;
};

/** One journey, run once with JavaScript and once without. */
export function inBothModes(title: string, journey: (fixtures: Fixtures) => Promise<void>): void {
  for (const hasJavaScript of [true, false]) {
    test.describe(hasJavaScript ? "with JavaScript" : "without JavaScript", () => {
      test.use({ javaScriptEnabled: hasJavaScript });
      test(title, async ({ page, context, request, app }) => {
        await journey({ page, context, request, app, hasJavaScript });
      });
    });
  }
}

/** Opens a path and, with JavaScript, waits until the page has come alive (the runtime starts after the load). */
export async function open(page: Page, path: string, hasJavaScript = true): Promise<void> {
  await page.goto(path);
  if (hasJavaScript) await page.locator("html[data-alive]").waitFor({ state: "attached" });
}

/** The same document in a context with scripts, its own taken out: axe cannot run where scripts are off. */
async function copyForAxe(page: Page): Promise<Page> {
  const html = (await page.content()).replace(/<script[\s\S]*?<\/script>/g, "");
  const context = await page.context().browser()!.newContext({ javaScriptEnabled: true });
  const copy = await context.newPage();
  await copy.route(page.url(), (route) => route.fulfill({ contentType: "text/html", body: html }));
  await copy.goto(page.url());
  return copy;
}

/** No axe violations at 375 and at 1280 px, and nothing that makes the page scroll sideways from 320 px on. */
export async function expectAccessible(page: Page): Promise<void> {
  const isAlive = (await page.locator("html[data-alive]").count()) > 0;
  await expect(page.locator(".is-pulsing"), "colours are measured at rest").toHaveCount(0);
  const copy = isAlive ? null : await copyForAxe(page);
  const checked = copy ?? page;
  for (const width of [320, 375, 1280]) {
    await checked.setViewportSize({ width, height: 900 });
    const overflow = await checked.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `sideways scroll at ${width} px`).toBeLessThanOrEqual(0);
    if (width === 320) continue;
    const { violations } = await new AxeBuilder({ page: checked }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
    expect(found, `axe at ${width} px`).toEqual([]);
  }
  await copy?.context().close();
}
