import type { Page } from "@playwright/test";
import { beginDraft } from "../setup/drafts.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, open, test } from "../setup/journey.ts";
import { openBeforeScripts } from "../setup/late-scripts.ts";

/** A password manager's icon, or a translator's elements, are in the page before React starts: React then draws the
 * whole page anew. */

test.use({ hasForeignTools: true });

function addIcon() {
  const control = document.querySelector("[type=email], textarea, [name=preferredDate-day]");
  control!.after(document.createElement("div"));
}

function wrapTexts() {
  const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(({ data }) => data.trim())) {
    const wrapped = document.createElement("font");
    wrapped.textContent = text.data;
    text.replaceWith(wrapped);
  }
}

/** Fills in a page before its scripts come, changes it as a browser's tool does, and lets React draw it anew. */
async function fillEarly(page: Page, path: string, fill: () => Promise<void>, touch = addIcon) {
  const arrive = await openBeforeScripts(page, path);
  await fill();
  await page.evaluate(touch);
  const heading = await page.locator("h1").elementHandle();
  const focused = page.locator(":focus");
  const isSeen = () =>
    focused.evaluate((control) => {
      const { top, bottom } = control.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
  const wasSeen = await isSeen();
  await arrive();
  expect(await heading!.evaluate((element) => element.isConnected), "the page is drawn anew").toBe(false);
  if (wasSeen) expect(await isSeen(), "the focused control stays in sight").toBe(true);
  await page.unrouteAll();
}

for (const [tool, touch] of [
  ["a password manager's icon", addIcon],
  ["a translator", wrapTexts],
] as const) {
  test(`what was typed into step 1 before the scripts came stays, with the cursor, beside ${tool}`, async ({
    page,
  }) => {
    const name = page.getByLabel("First name");
    const fill = async () => {
      await page.locator("[name=referrerCountryCode]").selectOption("+33");
      await page.locator("[name=referrerRelationship]").selectOption("Deputy");
      await page.getByLabel("Family, friend or neutral party").check();
      await page.getByLabel("Email").fill("zoe@example.org");
      await name.fill("ë");
      await name.press("Home");
    };
    await fillEarly(page, "/", fill, touch);
    await page.keyboard.type("Zo");
    await expect(name).toHaveValue("Zoë");
    await expect(page.getByLabel("Email")).toHaveValue("zoe@example.org");
    await expect(page.locator("[name=referrerCountryCode]")).toHaveValue("+33");
    await expect(page.locator("[name=referrerRelationship]")).toHaveValue("Deputy");
    await expect(page.getByLabel("Family, friend or neutral party")).toBeChecked();
    await expect(page.locator("[name=referrerOrganisation]")).toBeHidden();
  });
}

test("a sign-in that a password manager filled in stays filled in", async ({ page }) => {
  for (const path of ["/admin/login", "/customer/login"]) {
    const password = page.locator("[name=password]");
    await fillEarly(page, path, async () => {
      await page.getByLabel("Email").fill("ann@example.org");
      await password.fill("a long passphrase");
    });
    await expect(page.getByLabel("Email")).toHaveValue("ann@example.org");
    await expect(password).toHaveValue("a long passphrase");
    await expect(password).toBeFocused();
  }
});

test("texts that change go on changing on a translated page", async ({ page, context, app }) => {
  await open(page, await beginDraft(app, context, "assessments", { selectedAssessments: [] }));
  await page.getByRole("checkbox", { name: "Other", exact: true }).check();
  await page.evaluate(wrapTexts);
  await page.getByLabel("What do you need assessed?").fill("Capacity to marry");
  await expect(page.getByText("3 / 100 words", { exact: true })).toBeVisible();
  await page.locator("[name=showVirtualPricing][value=true]").check();
  await expect(page.getByText(/^Virtual prices/).first()).toBeVisible();

  await open(page, "/which-assessment");
  await page.evaluate(wrapTexts);
  await page.getByLabel("A court case").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Page 2 of at most 4", { exact: true })).toBeVisible();
});

test("an early date and an early answer of a referral section stay", async ({ page, context, app }) => {
  const weekends = page.getByLabel("Weekends are possible");
  const day = page.locator("[name=preferredDate-day]");
  await fillEarly(page, await beginDraft(app, context, "scheduling"), async () => {
    await weekends.check();
    await day.fill("27");
  });
  await expect(weekends).toBeChecked();
  await expect(day).toHaveValue("27");

  const { id, token } = await createBooking(app.deps);
  const aid = page.locator("[name=mobilityAids]").first();
  const allergies = page.locator("[name=allergies]");
  await fillEarly(page, `/referral-form/${id}/communication-risk?token=${token}`, async () => {
    await aid.check();
    await allergies.fill("Penicillin");
  });
  await expect(aid).toBeChecked();
  await expect(allergies).toHaveValue("Penicillin");
  await expect(page.getByRole("status").getByText(/^Saved at /)).toBeVisible();
});
