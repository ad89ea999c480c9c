import type { BrowserContext, Page } from "@playwright/test";
import { beginDraft, OPEN_SCHEDULING } from "../setup/drafts.ts";
import { boxOf, expect, open, test } from "../setup/journey.ts";
import type { ServerProcess } from "../setup/server-process.ts";
import { choose, continueTo, fillReferrer, pressContinue, reachAssessments } from "../setup/wizard.ts";

/** Step 2 of somebody who has filled in step 1. */
async function openAssessments(page: Page, context: BrowserContext, app: ServerProcess): Promise<void> {
  await open(page, await beginDraft(app, context, "assessments", { selectedAssessments: [] }));
}

test("the phone box appears on leaving the field and on another country, and can be closed", async ({
  page,
}) => {
  await open(page, "/");
  const phone = page.locator("[name=referrerPhone]");
  const box = page.getByRole("alert").getByRole("heading", { name: "Please check your phone number" });
  await phone.fill("77009001");
  await expect(box).toBeHidden();
  await phone.blur();
  await expect(box).toBeVisible();
  await expect(page.getByText("UK phone numbers should have 10 digits")).toBeVisible();
  await expect(page.getByText("You've entered 8 digits, but UK numbers need 10 digits")).toBeVisible();
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(box).toBeHidden();
  await page.locator("[name=referrerCountryCode]").selectOption("+47");
  await expect(box).toBeHidden();
  await page.locator("[name=referrerCountryCode]").selectOption("+33");
  await expect(page.getByText("France phone numbers should have 9 digits")).toBeVisible();
});

test("a leading zero is remarked on, kindly", async ({ page }) => {
  await open(page, "/");
  await page.locator("[name=referrerPhone]").fill("07700 900123");
  await page.locator("[name=referrerPhone]").blur();
  await expect(page.getByText("Number auto-corrected (removed leading 0)")).toBeVisible();
});

test("countries can be searched for", async ({ page }) => {
  await open(page, "/");
  await page.getByRole("button", { name: "Search countries" }).click();
  const search = page.getByRole("searchbox", { name: "Search countries" });
  await expect(search).toBeFocused();
  await search.fill("zzz");
  await expect(page.getByRole("status").getByText("No countries found")).toBeVisible();
  await search.fill("irel");
  await page.getByRole("button", { name: "Ireland (+353)" }).click();
  await expect(page.locator("[name=referrerCountryCode]")).toHaveValue("+353");
  await expect(search).toBeHidden();
  await expect(page.getByRole("button", { name: "Search countries" })).toBeFocused();
  await page.keyboard.press("Enter");
  await search.fill("franc");
  await search.press("Enter");
  await expect(page.locator("[name=referrerCountryCode]")).toHaveValue("+33");
});

test("what is typed after Enter opened the search for countries is searched, fast or slowly, on a slow line", async ({
  page,
}) => {
  await open(page, "/");
  const line = await page.context().newCDPSession(page);
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 2_000,
    downloadThroughput: 6_000,
    uploadThroughput: 6_000,
  });
  const country = page.locator("[name=referrerCountryCode]");
  const toggle = page.getByRole("button", { name: "Search countries" });
  await toggle.focus();
  for (const delay of [0, 60, 120]) {
    await test.step(`${delay} ms a key`, async () => {
      await country.evaluate((select: HTMLSelectElement) => (select.value = "+44"));
      // The key is held down until it repeats, and pressed once more.
      await page.keyboard.down("Enter");
      await page.keyboard.down("Enter");
      await page.keyboard.up("Enter");
      await page.keyboard.press("Enter");
      await page.keyboard.type("kenya", { delay });
      await expect(page.getByRole("searchbox", { name: "Search countries" })).toHaveValue("kenya");
      await expect(country, "nothing was picked yet").toHaveValue("+44");
      await page.keyboard.press("Enter");
      await expect(country).toHaveValue("+254");
      await expect(toggle).toBeFocused();
      await page.keyboard.type("ireland", { delay });
      await page.keyboard.press("Enter");
      await expect(country, "typed on the closed control").toHaveValue("+353");
    });
  }
  await line.detach();
});

test("an email alert appears on leaving the field, and its suggestion replaces the address", async ({
  page,
}) => {
  await open(page, "/");
  const email = page.locator("[name=referrerEmail]");
  await email.fill("jane");
  await email.blur();
  await expect(page.getByText("Email address must include an @ symbol")).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("Email address must include an @ symbol")).toBeHidden();
  await email.fill("jane@yahooo.com");
  await email.blur();
  await expect(page.getByText("Possible typo detected in email domain")).toBeVisible();
  await page.getByRole("button", { name: "Use jane@yahoo.com" }).click();
  await expect(email).toHaveValue("jane@yahoo.com");
  await expect(page.getByText("Possible typo detected in email domain")).toBeHidden();
});

test("another relationship shows its own fields and clears the old ones", async ({ page }) => {
  await open(page, "/");
  const relationship = page.locator("[name=referrerRelationship]");
  const organisation = page.locator("[name=referrerOrganisation]");
  await expect(organisation).toBeHidden();
  await relationship.selectOption("Solicitor");
  await organisation.fill("Reeve LLP");
  await relationship.selectOption("Paralegal");
  await expect(organisation).toHaveValue("");
  await relationship.selectOption("Deputy");
  await expect(organisation).toBeHidden();
  await page.getByLabel("Professional capacity", { exact: true }).check();
  await organisation.fill("Leeds City Council");
  await page.getByLabel("Family, friend or neutral party").check();
  await expect(organisation).toBeHidden();
  await expect(organisation).toHaveValue("");
  await relationship.selectOption("Other");
  await page.getByLabel("Your role").fill("Godson");
  await expect(organisation).toBeHidden();
  await page.getByLabel("Your role").fill("Ward manager");
  await expect(organisation).toBeVisible();
  await fillReferrer(page, { relationship: "Other" });
  await page.getByLabel("Your role").fill("Ward manager");
  await organisation.fill("Ward 7");
  await page.getByLabel("Your role").fill("Godson");
  await expect(organisation).toBeHidden();
  await continueTo(page, "Assessment Selection");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("Your role")).toHaveValue("Godson");
  await expect(organisation).toHaveValue("");
});

test("totals follow every tick; switching the mode clears the selection and says so", async ({
  page,
  context,
  app,
}) => {
  await openAssessments(page, context, app);
  const total = page.locator(".sums .is-total dd");
  await expect(total).toHaveText("£0");
  await choose(page, "Property and Finance Capacity Assessment", "Capacity to Make a Gift");
  await expect(page.getByText("−£70")).toBeVisible();
  await expect(total).toHaveText("£1,197");
  await choose(page, "Other");
  await page.getByLabel("What do you need assessed?").fill("three little words");
  await expect(page.getByText("3 / 100 words")).toBeVisible();
  await page.getByText("Virtual", { exact: true }).click();
  await expect(page.locator(".toast")).toContainText("Switched to Virtual pricing");
  await expect(page.locator(".toast")).toContainText("Your previous selections have been cleared.");
  await expect(total).toHaveText("£0");
  await expect(page.getByRole("checkbox", { name: "Capacity to Make a Gift" })).toBeDisabled();
  await choose(page, "Property and Finance Capacity Assessment");
  await expect(total).toHaveText("£498");
  await choose(page, "Other");
  await expect(page.getByLabel("What do you need assessed?")).toHaveValue("");
});

test("a circle's tooltip fits the screen, and what was wrong with a step is not told on the next", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, "/");
  for (const step of ["1, Referrer Details", "2, Assessment Selection", "3, Location", "5, Confirmation"]) {
    await page.getByRole("button", { name: `About step ${step}` }).click();
    await expect(page.getByRole("tooltip")).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toBeHidden();
  await pressContinue(page);
  await expect(page.locator(".toast")).toContainText("Validation Error");
  await reachAssessments(page);
  await expect(page.locator(".toast")).toBeHidden();
});

test("the steps take one press of Tab, and the arrow keys lead from one to the next", async ({ page }) => {
  await open(page, "/");
  const step = (name: string) => page.getByRole("button", { name: `About step ${name}` });
  await step("1, Referrer Details").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(step("3, Location")).toBeFocused();
  await page.keyboard.press("End");
  await expect(step("5, Confirmation")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(step("5, Confirmation")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("navigation", { name: "Progress" }).locator(":focus")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(step("1, Referrer Details")).toBeFocused();
});

test("what was wrong with a step is not told again to somebody who left it and comes back", async ({
  page,
}) => {
  const heading = page.getByRole("heading", { level: 1 });
  await open(page, "/");
  await reachAssessments(page);
  await pressContinue(page);
  await expect(page.locator(".toast")).toContainText("Validation Error");
  // On again as soon as the page is drawn.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const isBack = new MutationObserver(() => {
          if (document.querySelector("h1")?.textContent !== "Referrer Details") return;
          isBack.disconnect();
          history.forward();
          resolve();
        });
        isBack.observe(document.body, { childList: true, subtree: true, characterData: true });
        history.back();
      }),
  );
  await expect(heading).toHaveText("Assessment Selection");
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.goBack();
  await expect(heading).toHaveText("Referrer Details");
  await page.goForward();
  await expect(heading).toHaveText("Assessment Selection");
  await expect(page.locator(".toast")).toHaveCount(0);
});

test("a press keeps the tooltip that a resting mouse showed, and a second one takes it away", async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 640 });
  await open(page, "/");
  const circle = page.getByRole("button", { name: "About step 3, Location" });
  await circle.hover();
  await expect(page.getByRole("tooltip")).toBeVisible();
  await circle.click();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(page.getByRole("tooltip")).toBeVisible();
  await circle.click();
  await expect(page.getByRole("tooltip")).toBeHidden();
  await circle.click();
  await expect(page.getByRole("tooltip")).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.getByRole("tooltip")).toBeHidden();
});

test("About opens a dialog with the description and both prices", async ({ page, context, app }) => {
  await openAssessments(page, context, app);
  await page.getByRole("button", { name: "More information about Capacity to Make a Will" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Face-to-face: £595. Virtual: £498.");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a new step starts at the top, with the focus on its heading", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 600 });
  await open(page, "/");
  await reachAssessments(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("on a slow line the page says that the next one is on its way", async ({ page }) => {
  await open(page, "/");
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/*.data*", async (route) => {
    await isReleased;
    await route.continue();
  });
  await fillReferrer(page);
  await pressContinue(page);
  await expect(page.getByText("Loading…")).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Assessment Selection");
  await expect(page.getByText("Loading…")).toBeHidden();
});

test("whoever is already typing in another field after a refusal is left there", async ({ page }) => {
  await open(page, "/");
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(".error-summary")) return;
      observer.disconnect();
      document.querySelector<HTMLInputElement>("[name=referrerEmail]")!.focus();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await pressContinue(page);
  await expect(page.locator("[name=referrerFirstName]")).toHaveClass(/is-pulsing/);
  await expect(page.locator("[name=referrerEmail]")).toBeFocused();
});

async function withAnalytics(page: Page) {
  await page.addInitScript(() => {
    const heard: unknown[][] = [];
    Object.assign(window, { heard, gtag: (...call: unknown[]) => heard.push(call) });
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: [string, string, object][] }).heard);
  return { heard, names: async () => (await heard()).map(([, name]) => name) };
}

test("analytics hear of the steps only when there is an analytics function", async ({ page }) => {
  const { heard, names } = await withAnalytics(page);
  await open(page, "/");
  await fillReferrer(page);
  await continueTo(page, "Assessment Selection");
  await page.getByText("Virtual", { exact: true }).click();
  await pressContinue(page);
  await expect.poll(names).toEqual(["form_step", "form_start", "form_step", "delivery_method"]);
  const events = await heard();
  expect(events[1]![2]).toEqual({ event_category: "booking" });
  expect(JSON.stringify(events)).not.toContain("Joanna");
});

test("analytics hear once that a booking was made, and in how many seconds", async ({
  page,
  context,
  app,
}) => {
  const { heard, names } = await withAnalytics(page);
  await open(page, await beginDraft(app, context, "confirmation", OPEN_SCHEDULING));
  await page.getByLabel("First name").fill("Ada");
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();
  await expect.poll(names).toEqual(["form_step", "form_start", "form_complete"]);
  const [, , complete] = await heard();
  const parameters = { event_category: "booking", time_spent_seconds: expect.any(Number) as unknown };
  expect(complete).toEqual(["event", "form_complete", parameters]);
  await page.reload();
  await page.locator("html[data-alive]").waitFor({ state: "attached" });
  expect(await names()).toEqual([]);
});

test("a field's message goes when the field is right, on leaving it", async ({ page, app }) => {
  await open(page, "/");
  await pressContinue(page);
  const summary = page.locator(".error-summary");
  await expect(summary).toBeVisible();
  const draft = await app.deps.db
    .selectFrom("drafts")
    .selectAll()
    .orderBy("updated_at", "desc")
    .executeTakeFirst();
  const firstName = page.getByLabel("First name");
  await firstName.fill("Joanna");
  await page.locator("[name=referrerEmail]").fill("joanna");
  await page.getByLabel("Last name").focus();
  await expect(summary.getByRole("link", { name: "First name is required" })).toBeHidden();
  await expect(page.locator(".field-error", { hasText: "First name is required" })).toBeHidden();
  await expect(firstName).not.toHaveAttribute("aria-invalid");
  await expect(summary.getByRole("link", { name: "Email address must include an @ symbol" })).toBeVisible();
  await expect(summary.getByRole("link", { name: "Last name is required" })).toBeVisible();
  await expect(page.getByLabel("Last name")).toBeFocused();
  const after = await app.deps.db
    .selectFrom("drafts")
    .selectAll()
    .where("id", "=", draft!.id)
    .executeTakeFirst();
  expect(after).toEqual(draft);
  await fillReferrer(page);
  await page.getByLabel("Last name").focus();
  await expect(summary).toBeHidden();
  await expect(page).toHaveTitle(/^Book a mental capacity assessment/);
  await continueTo(page, "Assessment Selection");
});

test("a field that is made wrong after a refusal does not head the messages that are left", async ({
  page,
}) => {
  await open(page, "/");
  await fillReferrer(page);
  await page.locator("[name=referrerEmail]").fill("joanna");
  await page.locator("[name=referrerPhone]").fill("12");
  await pressContinue(page);
  const summary = page.locator(".error-summary");
  await expect(summary.getByRole("heading")).toHaveText(/@ symbol/);
  await page.getByLabel("First name").fill("");
  await page.locator("[name=referrerEmail]").fill("joanna@example.org");
  await page.getByLabel("Last name").focus();
  await expect(summary).not.toContainText("@ symbol");
  await expect(summary).toHaveText("UK phone numbers should have 10 digits");
});

test("what is taken off the page is gone before a press can begin: later it would move a button from under it", async ({
  page,
}) => {
  await open(page, "/");
  await pressContinue(page);
  await expect(page.getByRole("link", { name: "First name is required" })).toBeVisible();
  const isGone = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const read = Response.prototype.json;
        Response.prototype.json = async function () {
          const look = async () => {
            // Past the promises that wait for the answer, and before any event.
            for (let step = 0; step < 20; step += 1) await Promise.resolve();
            resolve(!document.body.innerText.includes("First name is required"));
          };
          const reply: unknown = await read.call(this);
          void look();
          return reply;
        };
      }),
  );
  await page.getByLabel("First name").fill("Joanna");
  await page.getByLabel("Last name").focus();
  expect(await isGone).toBe(true);
});

test.describe("a line that is gone", () => {
  test.use({ hasFaults: true });

  test("leaves the messages, and what is typed, where they are", async ({ page, context }) => {
    await open(page, "/");
    await pressContinue(page);
    await expect(page.getByRole("link", { name: "First name is required" })).toBeVisible();
    await context.setOffline(true);
    const isAsked = page.waitForEvent("requestfailed");
    await page.getByLabel("First name").fill("Joanna");
    await page.getByLabel("Last name").focus();
    await isAsked;
    await expect(page.getByRole("link", { name: "First name is required" })).toBeVisible();
    await expect(page.getByLabel("First name")).toHaveValue("Joanna");
    await context.setOffline(false);
  });
});

test("the toast does not cover the first wrong field", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 420 });
  await open(page, "/");
  await fillReferrer(page, { relationship: "Solicitor" });
  await pressContinue(page);
  const toast = page.locator(".toast");
  const field = page.locator("[name=referrerOrganisation]");
  await expect(toast).toContainText("Please enter your company or organization name.");
  await expect(field).toBeFocused();
  await expect
    .poll(async () => {
      const [box, cover] = [await boxOf(field), await boxOf(toast)];
      return box.y >= 0 && box.y + box.height <= cover.y;
    })
    .toBe(true);
});

test("on a phone the total stays in sight while assessments are chosen", async ({ page, context, app }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await openAssessments(page, context, app);
  const line = page.getByRole("link", { name: /^Total for/ });
  await expect(line).toBeInViewport({ ratio: 1 });
  await choose(page, "Property and Finance Capacity Assessment", "Capacity to Make a Will");
  await expect(line).toHaveText("Total for 2 assessments: £1,120");
  await expect(line).toBeInViewport({ ratio: 1 });
  await line.click();
  await expect(page.getByRole("heading", { name: "Your total" })).toBeInViewport();
});

test("pasting too many words says why none was taken", async ({ page, context, app }) => {
  await openAssessments(page, context, app);
  await choose(page, "Other");
  const details = page.getByLabel("What do you need assessed?");
  await details.fill("Capacity to marry");
  await details.press("End");
  await page.keyboard.insertText(" word".repeat(150));
  await expect(details).toHaveValue("Capacity to marry");
  await expect(page.getByText("it would be 153 words, so that was not taken")).toBeVisible();
  await details.press("End");
  await details.pressSequentially(" again");
  await expect(page.getByText("that was not taken")).toBeHidden();
  await page.getByRole("checkbox", { name: "Other" }).uncheck();
  await choose(page, "Other");
  await expect(details).toHaveValue("");
});
