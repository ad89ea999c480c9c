import { beginDraft, OPEN_SCHEDULING } from "../setup/drafts.ts";
import { expect, open, test } from "../setup/journey.ts";

const KB = 1024;

/** The HTML before compression: what the server has to make and the browser to read. A page that grows needs a
 * reason. */
const MOST_BYTES = {
  referrer: 22 * KB,
  assessments: 21 * KB,
  location: 7 * KB,
  scheduling: 21 * KB,
  confirmation: 24 * KB,
} as const;

test("the wizard's pages stay light", async ({ context, app }) => {
  const start = await context.request.get(app.origin);
  const weights: Record<string, number> = { referrer: (await start.body()).byteLength };
  for (const step of ["assessments", "location", "scheduling", "confirmation"] as const) {
    const page = await context.request.get(
      app.origin + (await beginDraft(app, context, step, OPEN_SCHEDULING)),
    );
    expect(page.status()).toBe(200);
    weights[step] = (await page.body()).byteLength;
  }
  const heavy = Object.entries(MOST_BYTES).filter(([step, most]) => weights[step]! > most);
  expect(heavy).toEqual([]);
});

type Known = { children?: Known[] };

test("a page's scripts rank the routes of that page alone until another is asked for", async ({ page }) => {
  const knownRoutes = () =>
    page.evaluate(() => {
      const count = (routes: Known[]): number =>
        routes.reduce((sum, { children = [] }) => sum + 1 + count(children), 0);
      const { __reactRouterDataRouter } = window as unknown as {
        __reactRouterDataRouter: { routes: Known[] };
      };
      return count(__reactRouterDataRouter.routes);
    });
  await open(page, "/");
  expect(await knownRoutes(), "the document, the frame and the step").toBe(3);
  await page.getByRole("banner").getByRole("link", { name: "Login" }).click();
  await expect(page.locator("[name=password]")).toBeVisible();
  expect(await knownRoutes()).toBeGreaterThan(50);
});
