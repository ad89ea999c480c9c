import type { Page } from "@playwright/test";

/** Opens a page whose scripts are still on their way, on a slow line; the returned function lets them arrive. */
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
