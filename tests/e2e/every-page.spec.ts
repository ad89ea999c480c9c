import type { Page } from "@playwright/test";
import { PAGES } from "../setup/every-form.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, open, test } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";
import { hasStayingBox, hiddenFocus, WALKED_SIZES } from "../setup/tab-walk.ts";
import { sizeText, wideParts } from "../setup/wide-parts.ts";

/** Every page of the product on the smallest screens, each with records of its own. */

const SMALL = { width: 320, height: 640 };

const AREAS: [name: string, pattern: RegExp][] = [
  ["a booking", /^\/(booking|referral-form|reports|mail)\b/],
  ["staff's bookings", /^\/admin\/(bookings|visits)\b/],
  ["staff", /^\/admin\b/],
  ["everybody", /^\//],
];

const areaOf = (path: string) => AREAS.find(([, pattern]) => pattern.test(path))![0];

/** The controls that Tab reaches hidden, with the size of the window; none on a page without a box that
 * stays in view. */
async function walk(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (const size of WALKED_SIZES) {
    await page.setViewportSize(size);
    if (!(await hasStayingBox(page))) continue;
    hidden.push(...(await hiddenFocus(page)).map((control) => `${size.width} × ${size.height}: ${control}`));
  }
  await page.setViewportSize(SMALL);
  return hidden;
}

for (const [area] of AREAS) {
  test(`the pages of ${area} fit 320 px, with letters of twice the size too, have one filled button at a desk, and nothing covers what has the focus`, async ({
    page,
    context,
    app,
  }) => {
    // A walk over some forty pages, each with all its controls.
    test.setTimeout(300_000);
    const found: Record<string, string[]> = {};
    for (const { title, openPage } of PAGES.filter((one) => areaOf(one.title) === area)) {
      await context.clearCookies();
      await page.setViewportSize(SMALL);
      const { url } = await openPage(context, app);
      const answer = await context.request.get(url);
      if (!answer.headers()["content-type"]?.startsWith("text/html")) continue;
      await open(page, url);
      const wide = await wideParts(page);
      const buttons = page.locator(".desk .button:not(.is-quiet, .is-danger):visible");
      const filled = await buttons.allTextContents();
      const greens = filled.length > 1 ? [`filled buttons: ${filled.join(", ")}`] : [];
      const hidden = await walk(page);
      await sizeText(page, 200);
      const wideAtTwice = (await wideParts(page)).map((part) => `letters of twice the size: ${part}`);
      const parts = [...wide, ...greens, ...hidden, ...wideAtTwice];
      if (parts.length > 0) found[title] = parts;
    }
    expect(found).toEqual({});
  });
}

test("nothing that appears while one types, or after a refusal, covers what has the focus", async ({
  page,
  context,
  app,
}) => {
  const { id, token } = await createBooking(app.deps);
  await open(page, `/referral-form/${id}/communication-risk?token=${token}`);
  await page.locator("[name=allergies]").fill("Nuts");
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  expect(await walk(page), "a section that was saved").toEqual([]);
  await context.setOffline(true);
  await page.locator("[name=allergies]").fill("Nuts and eggs");
  await expect(page.getByText("You seem to be offline.")).toBeVisible();
  expect(await walk(page), "a section that was not saved").toEqual([]);
  await context.setOffline(false);
  await expect(page.getByText(/^Saved at/)).toBeVisible();

  await page.setViewportSize(WALKED_SIZES[0]!);
  await open(page, "/");
  await page.getByRole("button", { name: "Continue" }).click();
  // The toast stays while the mouse is over it.
  await page.locator(".toast").hover();
  expect(await walk(page), "a toast").toEqual([]);
});

test("the head of the bookings, which stays in view on a desk, covers nothing that has the focus", async ({
  page,
  context,
  app,
}) => {
  for (let count = 0; count < 12; count += 1) await createBooking(app.deps);
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, "/admin/dashboard");
  await page.setViewportSize({ width: 1280, height: 400 });
  expect(await hiddenFocus(page)).toEqual([]);
});
