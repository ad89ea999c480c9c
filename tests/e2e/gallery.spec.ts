import AxeBuilder from "@axe-core/playwright";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "vite";
import { expect, expectAccessible, test } from "#tests/setup/journey.ts";
import type * as GalleryPage from "#tests/setup/gallery-page.tsx";

const ASSETS = "build/client/assets";
const styles = () =>
  readdirSync(ASSETS)
    .filter((name) => /^(root|staff-layout|task-list)-.*\.css$/.test(name))
    .map((name) => `<style>${readFileSync(`${ASSETS}/${name}`, "utf8")}</style>`);

/** The gallery as its own program draws it, with the product's style sheets. */
async function loadGallery(): Promise<{ addresses: string[]; draw: (address: string) => string }> {
  const vite = await createServer({
    configFile: false,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, ws: false, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const { addresses, drawGallery } = (await vite.ssrLoadModule(
    "/tests/setup/gallery-page.tsx",
  )) as typeof GalleryPage;
  await vite.close();
  const head = ['<meta name="viewport" content="width=device-width">', ...styles()].join("");
  const draw = (address: string) =>
    `<!DOCTYPE html><html lang="en-GB" data-alive><head>${head}</head><body>${drawGallery(address)}</body></html>`;
  return { addresses, draw };
}

test("every component in every state is accessible, in light and dark", async ({ page }) => {
  const { addresses, draw } = await loadGallery();
  await page.route("**/gallery**", (route) =>
    route.fulfill({ contentType: "text/html", body: draw(new URL(route.request().url()).pathname) }),
  );
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/gallery");
    await expect(page.getByRole("heading", { name: "TextField" })).toBeVisible();
    await expectAccessible(page);
    for (const address of addresses) {
      await page.goto(address);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
      expect(found, `${address}, ${colorScheme}`).toEqual([]);
    }
  }
});

test("the product itself has no gallery", async ({ page }) => {
  await page.goto("/gallery");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});
