import type { Page } from "@playwright/test";

/** Opens an address, or a page in another way, and holds its scripts until the returned function is called. */
export async function openBeforeScripts(
  page: Page,
  opened: string | (() => Promise<unknown>),
): Promise<() => Promise<void>> {
  const { promise: areReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await areReleased;
    await route.continue();
  });
  if (typeof opened === "string") await page.goto(opened, { waitUntil: "commit" });
  else await opened();
  return async () => {
    release();
    await page.locator("html[data-alive]").waitFor({ state: "attached" });
  };
}
