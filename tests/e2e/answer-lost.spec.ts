import type { Locator, Page, Route } from "@playwright/test";
import { DIALOG_PAGES, fillForms, FORM_PAGES, kindOf, stored } from "../setup/every-form.ts";
import { expect, open, test } from "../setup/journey.ts";

/** Presses the main button of each form of a page with JavaScript. The server does the work, but its answer does not
 * arrive; the page says so and stays, and the next press brings the answer and changes nothing that is stored. Of each
 * kind of form one page is tried, and with `FAULTS=full` every page. */

/** Pages by what is special about how their forms are sent. */
const KINDS: Record<string, string> = {
  "/booking/steps/location": "a step of the booking form",
  "/booking/steps/confirmation": "the step that books",
  "/complaints": "a form of a page of its own",
  "/lost-link": "a form that is answered by its own page",
  "/admin/bookings/:bookingId": "several forms, one of which is sent to another address",
  "/admin/bookings/:bookingId/visit": "a form with a list that follows what is typed",
  "/admin/users/:userId/:ask": "a question before something is done",
  "/admin/users": "a form in a dialog",
  "/admin/settings/logo": "a picture in a form",
  "/assessor/visits/:visitId/report": "a file with a form",
  "/referral-form/:bookingId/documents": "files that are uploaded one by one",
  "/referral-form/:bookingId/:step": "a section of a referral form",
  "/referral-form/:bookingId/legal-information":
    "the page that submits referral forms, with words of its own",
  "/customer/login": "a form that signs in",
  "Logout of /admin/dashboard": "a form that signs out",
};
const ALL = [...FORM_PAGES, ...DIALOG_PAGES];
const TRIED = process.env.FAULTS === "full" ? ALL : ALL.filter(({ title }) => title in KINDS);

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

for (const { title, openPage, only, opens } of TRIED) {
  test(`${title}: what is sent again because its answer got lost is done once`, async ({
    page,
    context,
    app,
  }) => {
    const openFilled = async () => {
      await context.clearCookies();
      const { url, typed } = await openPage(context, app);
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
        const after = new Set(await stored(app.deps));
        const answered = page.waitForResponse((answer) => isSent(answer.request().method(), answer.url()));
        await press((await fileAgain(page).count()) > 0 ? fileAgain(page) : located);
        expect((await answered).status(), `${button.name}: the answer`).toBe(status);
        await expect(page.getByText(LOST), button.name).toHaveCount(0);
        const isWork = (row: string) => !after.has(row) && !row.includes('.viewed"');
        expect(
          (await stored(app.deps)).filter(isWork),
          `${button.name}: what the second press stored`,
        ).toEqual([]);
      });
    }
    expect(pressed, "buttons pressed").not.toEqual([]);
  });
}

test("each kind of form is tried", () => {
  expect(TRIED.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(KINDS)));
});

test("a page that could not be fetched is loaded by the browser", async ({ page }) => {
  await open(page, "/which-assessment");
  await page.route("**/*.data*", (route) => route.abort("internetdisconnected"));
  await page.getByLabel("A court case").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Where the person lives" })).toBeVisible();
});
