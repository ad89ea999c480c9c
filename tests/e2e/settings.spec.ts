import type { Page } from "@playwright/test";
import { londonDate } from "#app/platform/dates.ts";
import { expect, expectAccessible, inBothModes, open, test } from "#tests/setup/journey.ts";
import { signedIn } from "#tests/setup/signed-in.ts";
import { choose, continueTo, pressContinue, reachAssessments } from "#tests/setup/wizard.ts";

test.use({ hasOwnServer: true });

const WILL = "Capacity to Make a Will";

async function save(page: Page, button = "Save") {
  await page.getByRole("button", { name: button, exact: true }).click();
  await expect(page.getByText("Saved. The change is live.")).toBeVisible();
}

inBothModes(
  "a new practice gives itself a name, a colour, prices, an assessment and a Welsh foot, and is booked",
  async ({ page, context, app, hasJavaScript }) => {
    await signedIn(context, app, { role_id: "administrator" });
    const own = Date.now();
    const name = `Cartref ${own}`;
    await open(page, "/admin/settings/company", hasJavaScript);
    await page.getByLabel("Name of the service").fill(name);
    await page.getByLabel("Accent colour").fill("#ffcc00");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(/The nearest shade that can be read is #/).first()).toBeVisible();
    await page.getByLabel("Accent colour").fill("#8a1c5b");
    await save(page);

    await open(page, "/admin/settings/assessments", hasJavaScript);
    const assessment = `Capacity ${own}`;
    await page.getByLabel("Name of the new one").fill(assessment);
    await save(page);
    await expect(page.getByRole("heading", { name: assessment })).toBeVisible();
    await expect(page.getByLabel("Name of the new one")).toHaveValue("");

    await open(page, "/admin/settings/prices", hasJavaScript);
    await page.getByLabel("In force from").fill(londonDate(new Date()));
    const priceOf = (of: string) =>
      page.getByRole("textbox", { name: `${of} Face-to-face, in pounds`, exact: true });
    await priceOf(WILL).fill("700");
    await priceOf(assessment).fill("400");
    await page.getByLabel("Discount in pounds").fill("100");
    if (hasJavaScript) await expectAccessible(page);
    await save(page, "Save the new list");
    if (hasJavaScript) {
      await page.getByLabel("In force from").fill("2099-01-01");
      await page.getByRole("button", { name: "Save the new list" }).click();
      await expect(page.getByText("Saved. The list starts on Thursday 1 January 2099.")).toBeVisible();
      await priceOf(WILL).fill("800");
      await page.getByRole("button", { name: "Remove this list" }).click();
      await expect(page.getByRole("button", { name: "Remove this list" })).toBeHidden();
      await expect(priceOf(WILL)).toHaveValue("800");
    }

    await open(page, "/admin/settings/mails", hasJavaScript);
    const foot = `Gallwch ysgrifennu atom yn Gymraeg. ${own}`;
    await page.getByLabel("Foot of every mail").fill(foot);
    if (hasJavaScript) await expectAccessible(page);
    await save(page);

    await open(page, "/admin/settings/mails/referral-received", hasJavaScript);
    const words = page.getByRole("textbox", { name: "Text", exact: true });
    await words.fill(`Diolch ${own}\n\n{link}`);
    await page.getByRole("button", { name: "Send me a test" }).click();
    await expect(page.getByText("A test is on its way to your own address.")).toBeVisible();
    await expect(words).toHaveValue(`Diolch ${own}\n\n{link}`);
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByText("Preview of what you typed")).toBeVisible();
    const tab = page.waitForEvent("popup");
    await page.getByRole("button", { name: "See it as HTML" }).click();
    await expect((await tab).getByRole("heading", { name: `Diolch ${own}` })).toBeVisible();
    await (await tab).close();
    await save(page);
    await page.getByRole("button", { name: "Back to the original" }).click();
    await expect(words).toHaveValue(/^\{thanks\}\n\nWe have received the referral forms/);

    if (hasJavaScript) {
      await open(page, "/admin/settings");
      await expectAccessible(page);
    }

    await page.goto("/booking?print=true");
    await expect(page.getByText(name).first()).toBeVisible();
    await expect(page.getByText(assessment)).toBeVisible();

    await context.clearCookies();
    const email = `visitor-${own}@example.org`;
    await open(page, "/", hasJavaScript);
    await reachAssessments(page, { email });
    await choose(page, WILL, assessment);
    await continueTo(page, "Location");
    await page.getByLabel("Town, city or postcode").fill("Caerdydd");
    await continueTo(page, "Scheduling");
    await continueTo(page, "Confirmation");
    await expect(page.locator(".sums .is-total dd")).toHaveText("£1,000");
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();

    const mail = async () => (await app.mails()).find(({ to }) => to?.[0]?.address === email);
    await expect.poll(async () => (await mail())?.text).toContain(foot);
    const { text, html, from } = (await mail())!;
    expect([text, html].every((part) => part?.includes("1,000"))).toBe(true);
    expect(html).toContain(foot);
    expect(from?.name).toBe(name);
  },
);

test("after a conflict the form keeps what was typed, and the page around it shows what somebody else saved", async ({
  page,
  context,
  app,
}) => {
  await signedIn(context, app, { role_id: "administrator" });
  const address = "/admin/settings/mails/referral-received";
  const wordsOn = (shown: Page) => shown.getByRole("textbox", { name: "Text", exact: true });
  const previewOn = (shown: Page) => shown.locator(".card", { hasText: "Preview of what is saved" });
  const theirs = await context.newPage();
  await open(theirs, address);
  await open(page, address);
  const history = page.getByRole("table", { name: "History, newest first" });
  for (const time of ["first", "second"]) {
    await wordsOn(theirs).fill(`Theirs ${time}\n\n{link}`);
    await theirs.getByRole("button", { name: "Save", exact: true }).click();
    await expect(previewOn(theirs)).toContainText(`Theirs ${time}`);
    await wordsOn(page).fill(`Mine ${time}\n\n{link}`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("table", { name: "Where the two differ" })).toContainText(`Mine ${time}`);
    await expect(history).toContainText(`Theirs ${time}`);
    await expect(previewOn(page)).toContainText(`Theirs ${time}`);
    await expect(wordsOn(page)).toHaveValue(`Mine ${time}\n\n{link}`);
  }
  await theirs.close();
  await save(page);
  await expect(previewOn(page)).toContainText("Mine second");
  await expect(wordsOn(page)).toHaveValue("Mine second\n\n{link}");
});

test("somebody who comes back to a page sees the boxes as they are saved now", async ({
  page,
  context,
  app,
}) => {
  await signedIn(context, app, { role_id: "administrator" });
  const address = "/admin/settings/rules";
  const weekendsOn = (shown: Page) => shown.getByLabel("Customers can choose weekend dates");
  await open(page, address);
  await expect(weekendsOn(page)).toBeChecked();
  await page.goto("/admin/settings");
  const theirs = await context.newPage();
  await open(theirs, address);
  await weekendsOn(theirs).uncheck();
  await save(theirs);
  await page.goBack();
  await page.getByRole("heading", { name: "History" }).click();
  await expect(page.getByRole("table", { name: "History, newest first" })).toBeVisible();
  await expect(weekendsOn(page)).not.toBeChecked();
  await weekendsOn(theirs).check();
  await save(theirs);
  await theirs.close();
});

test("what was refused is not told beside what is saved", async ({ page, context, app }) => {
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/admin/settings/company");
  await page.getByLabel("Accent colour").fill("#ffcc00");
  await page.getByRole("button", { name: "Save" }).click();
  const accent = page.getByLabel("Accent colour");
  await expect(accent).toBeFocused();
  // Once above the form, which leads to the field, and once at the field.
  await expect(page.locator(".error-summary")).toHaveCount(1);
  await expect(page.locator(".field-error")).toHaveCount(1);
  await expect(page.locator(".toast")).toHaveCount(0);
  await accent.fill("#8a1c5b");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Saved. The change is live." })).toBeFocused();
  await expect(page.locator(".error-summary")).toHaveCount(0);
});

inBothModes("a practice shows its logo on every page, and takes it away again", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/admin/settings/logo", hasJavaScript);
  const chooseFile = async (content: string) => {
    const buffer = Buffer.from(content);
    await page.getByLabel("Picture").setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer });
  };
  await chooseFile("a letter");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Choose a PNG or an SVG file.");

  const ring = '<circle cx="60" cy="40" r="30" fill="teal"/>';
  await chooseFile(`<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80">${ring}</svg>`);
  await save(page);
  await expect(page.getByRole("img", { name: "Your logo as it is now" })).toBeVisible();
  await open(page, "/privacy", hasJavaScript);
  const logo = page.locator("header img");
  await expect(logo).toHaveJSProperty("naturalWidth", 108);

  await open(page, "/admin/settings/logo", hasJavaScript);
  await save(page, "Remove the logo");
  await open(page, "/privacy", hasJavaScript);
  await expect(logo).toHaveCount(0);
});

inBothModes(
  "a logo of some megabytes is refused on its own page",
  async ({ page, context, app, hasJavaScript }) => {
    await signedIn(context, app, { role_id: "administrator" });
    await open(page, "/admin/settings/logo", hasJavaScript);
    const choice = page.getByLabel("Picture");
    const picture = { name: "logo.png", mimeType: "image/png" };
    for (const size of [300_000, 1_000_000, 3_000_000]) {
      await choice.setInputFiles({ ...picture, buffer: Buffer.alloc(size) });
      if (!hasJavaScript) await page.getByRole("button", { name: "Save" }).click();
      await expect(choice).toHaveAccessibleDescription(/larger than 100 KB/);
    }
    if (!hasJavaScript) return;
    await choice.setInputFiles({ ...picture, buffer: Buffer.alloc(3_000) });
    await expect(choice).not.toHaveAccessibleDescription(/larger than 100 KB/);
  },
);

test("an assessment that no list prices goes by its own name, and staff price it on the booking", async ({
  page,
  context,
  app,
}) => {
  await signedIn(context, app, { role_id: "administrator" });
  const assessment = `Capacity to Marry ${Date.now()}`;
  await open(page, "/admin/settings/assessments");
  await page.getByLabel("Name of the new one").fill(assessment);
  await save(page);

  await open(page, "/");
  await reachAssessments(page);
  await choose(page, "Capacity to Litigate Assessment", assessment);
  await expect(page.locator(".sums")).toContainText(`${assessment}Price on request`);
  await continueTo(page, "Location");
  await page.getByLabel("Town, city or postcode").fill("Leeds");
  await continueTo(page, "Scheduling");
  await continueTo(page, "Confirmation");
  await expect(page.getByText(`${assessment} is priced on request and not in the total.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();

  const { id } = await app.deps.db
    .selectFrom("booking_lines")
    .select("booking_id as id")
    .where("name", "=", assessment)
    .executeTakeFirstOrThrow();
  await open(page, `/admin/bookings/${id}/edit/assessments`);
  const price = page.getByLabel(`Price of ${assessment}, in pounds`);
  await price.fill("dear");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Please enter an amount in pounds").first()).toBeVisible();
  await expectAccessible(page);
  await price.fill("450");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(`price of ${assessment}: nothing → £450.00`)).toBeVisible();
  // The subtotal, because other tests of this file change the discount.
  await expect(page.locator(".sums")).toContainText("Subtotal£1,122");
});

test("an assessment that is switched off while a visitor chooses it leaves their list, and the page names it", async ({
  page,
  context,
  app,
}) => {
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/");
  await reachAssessments(page);
  await choose(page, WILL);
  const staff = await context.newPage();
  await open(staff, "/admin/settings/assessments");
  const canBeBooked = staff.locator("[name=active-capacity-will]");
  await canBeBooked.uncheck();
  await save(staff);
  await pressContinue(page);
  await expect(page.getByRole("alert").first()).toContainText(`it is not in your selection: ${WILL}.`);
  await expect(page.getByRole("checkbox", { name: WILL })).toHaveCount(0);
  await canBeBooked.check();
  await save(staff);
  await pressContinue(page);
  await expect(page.getByRole("checkbox", { name: WILL })).toBeVisible();
  await staff.close();
});
