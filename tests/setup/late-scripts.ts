import type { Page } from "@playwright/test";

/** Opens a page and holds its scripts until the returned function is called. */
export async function openBeforeScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: areReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await areReleased;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return async () => {
    release();
    await page.locator("html[data-alive]").waitFor({ state: "attached" });
  };
}
