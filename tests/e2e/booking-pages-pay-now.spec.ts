import { startXero } from "#tests/standins/xero.ts";
import { beginDraft, OPEN_SCHEDULING } from "../setup/drafts.ts";
import { expect, open, test as base } from "../setup/journey.ts";
import { startServer } from "../setup/server-process.ts";

/** A server whose invoices go to a stand-in of the accounting system. */
const test = base.extend<object, { xero: Awaited<ReturnType<typeof startXero>> }>({
  xero: [
    async ({}, provide) => {
      const xero = await startXero();
      await provide(xero);
      await xero.close();
    },
    { scope: "worker" },
  ],
  serverOf: [
    async ({ xero }, provide) => {
      const app = await startServer({
        XERO_CLIENT_ID: xero.clientId,
        XERO_CLIENT_SECRET: xero.clientSecret,
        XERO_BASE_URL: xero.url,
        XERO_IDENTITY_URL: xero.url,
      });
      await provide(() => Promise.resolve(app));
      await app.dispose();
    },
    { scope: "worker", timeout: 40_000 },
  ],
});

test("with JavaScript, paying now leads to the invoice after two seconds, once", async ({
  page,
  context,
  app,
}) => {
  await open(page, await beginDraft(app, context, "confirmation", OPEN_SCHEDULING));
  await page.getByLabel("Pay now").check();
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.locator(".toast")).toContainText("We are taking you to the payment page.");
  const submitted = page.url();
  await page.waitForURL((url) => url.origin !== app.origin);
  await page.goto(submitted);
  await expect(page.getByRole("link", { name: "Pay online now" })).toBeVisible();
});

test("whoever pressed a link and waits for its page is not taken to the invoice", async ({
  page,
  context,
  app,
}) => {
  await page.clock.install();
  await open(page, await beginDraft(app, context, "confirmation", OPEN_SCHEDULING));
  await page.getByLabel("Pay now").check();
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.locator(".toast")).toContainText("We are taking you to the payment page.");
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/booking/confirmation/**", async (route) => {
    await isReleased;
    await route.continue();
  });
  const asked = page.waitForRequest("**/booking/confirmation/**");
  await page.getByRole("link", { name: "See your booking" }).click();
  await asked;
  await page.clock.runFor(3_000);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Booking Confirmed");
});
