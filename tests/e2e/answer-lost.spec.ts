import type { Locator, Page, Route } from "@playwright/test";
import { fillForms, FORM_PAGES, kindOf, stored } from "../setup/every-form.ts";
import { expect, open, test } from "../setup/journey.ts";

/** Presses the main button of each form on each page with JavaScript. The server does the work, but its answer does not
 * arrive; the page says so and stays, and the next press brings the answer and changes nothing that is stored. */

test.use({ hasOwnServer: true, hasFaults: true });

/** A referral section is also saved by itself (referral-timing.spec.ts), and a list of assessors follows
 * what is typed. */
const isSent = (method: string, url: string) => method === "POST" && !/\/autosave|\/visit\/free/.test(url);

/** How the page says that no answer came; the Legal page has words of its own, and a file that is uploaded. */
const LOST = /We could not reach our server|Failed to submit forms|The selected file could not be uploaded/;

/** Sends a file again that was not uploaded; other forms are sent again by the button that sent them. */
const fileAgain = (page: Page) => page.getByRole("button", { name: /^Try again: / });

/** Waits until the page says so; the status of the answer that it did not get. */
async function pressAndLoseAnswer(page: Page, button: Locator): Promise<number> {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<number>();
  const lose = async (route: Route) => {
    if (!isSent(route.request().method(), route.request().url())) return route.continue();
    const cookies = await page.context().cookies();
    const answered = await route.fetch({ maxRedirects: 0 });
    // The answer's cookies are lost too.
    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await route.abort();
    answer(answered.status());
  };
  await page.route("**/*", lose);
  await press(button);
  const status = await isAnswered;
  await expect(page.getByText(LOST).first()).toBeVisible();
  // A script that is being fetched when the last route ends is never answered.
  if ((await fileAgain(page).count()) === 0)
    await expect(page.locator(".toast"), "the toast's script has come").toBeVisible();
  await page.unroute("**/*", lose);
  return status;
}

/** Presses a button although another part of the page may cover it. */
const press = (button: Locator) => button.evaluate((element: HTMLElement) => element.click());

const FORM = 'method="post"';

/** True when the page has no form but Logout's, which every page of somebody signed in has. */
const isWithoutForm = (html: string) => html.split(FORM).length - 1 <= Number(html.includes('/logout"'));

for (const { title, openPage, hasForm, only, opens } of FORM_PAGES) {
  test(`${title}: what is sent again because its answer got lost is done once`, async ({
    page,
    context,
    app,
  }) => {
    const openFilled = async () => {
      await context.clearCookies();
      const { url, typed } = await openPage(context, app);
      const html = await (await context.request.get(url)).text();
      if (!opens && !only && isWithoutForm(html)) return [];
      await open(page, url);
      if (opens) await page.getByRole("button", { name: opens }).click();
      const buttons = await page.evaluate(fillForms, typed);
      // One button of each form, the last one; and one form of those that differ by their record only.
      return buttons.filter(
        (button, index) =>
          button.form !== buttons[index + 1]?.form &&
          !button.opensTab &&
          buttons.findLastIndex((other) => kindOf(other) === kindOf(button)) === index,
      );
    };
    const mains = await openFilled();
    let isFresh = true;
    const pressed: string[] = [];
    for (const [index, main] of mains.entries()) {
      if (only ? !main.name.startsWith(only) : main.name === "Logout") continue;
      const button = isFresh ? main : (await openFilled())[index];
      isFresh = false;
      if (!button) throw new Error(`${main.name} is missing when the page is opened again`);
      pressed.push(button.name);
      await test.step(button.name, async () => {
        const located = page.locator(`[data-index="${button.index}"]`);
        const before = page.url();
        const status = await pressAndLoseAnswer(page, located);
        expect(page.url(), `${button.name}: the page stays`).toBe(before);
        expect(status, `${button.name}: done`).toBeLessThan(400);
        const after = new Set(await stored(app));
        const answered = page.waitForResponse((answer) => isSent(answer.request().method(), answer.url()));
        await press((await fileAgain(page).count()) > 0 ? fileAgain(page) : located);
        expect((await answered).status(), `${button.name}: the answer`).toBe(status);
        await expect(page.getByText(LOST), button.name).toHaveCount(0);
        const isWork = (row: string) => !after.has(row) && !row.includes('.viewed"');
        expect((await stored(app)).filter(isWork), `${button.name}: what the second press stored`).toEqual(
          [],
        );
      });
    }
    if (hasForm || only || opens) expect(pressed, "buttons pressed").not.toEqual([]);
  });
}

test("a page that could not be fetched is loaded by the browser", async ({ page }) => {
  await open(page, "/which-assessment");
  await page.route("**/*.data*", (route) => route.abort("internetdisconnected"));
  await page.getByLabel("A court case").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Where the person lives" })).toBeVisible();
});
