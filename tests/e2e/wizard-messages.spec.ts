import type { Page } from "@playwright/test";
import { expect, inBothModes, open, test } from "../setup/journey.ts";
import {
  choose,
  continueTo,
  draftOf,
  fillReferrer,
  pressContinue,
  reachAssessments,
} from "../setup/wizard.ts";

/** Checks the page's messages: the summary's sentence, and each field's own. */
async function expectRefused(page: Page, summary: string, ...others: string[]): Promise<void> {
  const box = page.locator(".error-summary");
  await expect(box.getByRole("heading")).toHaveText(summary);
  for (const message of others) await expect(box.getByRole("link", { name: message })).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
}

const REQUIRED = "Please fill in all required referrer fields.";
/** Each message by itself: schema.test.ts, email.test.ts and phone.test.ts. */
const STEP_1 = [
  {
    change: { firstName: "", lastName: " ", email: "", phone: "", relationship: "" },
    says: [
      REQUIRED,
      "First name is required",
      "Last name is required",
      "Email address is required",
      "Phone number is required",
      "Relationship to the client is required",
    ],
  },
  { change: { email: "jane.example.org" }, says: ["Email address must include an @ symbol"] },
  { change: { phone: "0000000000" }, says: ["This phone number appears to be invalid"] },
  {
    change: { relationship: "Carer" },
    says: ["Please specify if you are acting in a professional capacity."],
  },
  { change: { relationship: "Other" }, says: ["Please specify your role."] },
  { change: { relationship: "Solicitor" }, says: ["Please enter your company or organization name."] },
];

inBothModes("step 1 says what is wrong, and keeps what was typed", async ({ page, hasJavaScript }) => {
  for (const { change, says } of STEP_1) {
    await test.step(`${JSON.stringify(change)}: ${says.join(" ")}`, async () => {
      await open(page, "/", hasJavaScript);
      await fillReferrer(page, change);
      await pressContinue(page);
      await expectRefused(page, says[0]!, ...says.slice(1));
      await expect(page.locator("[name=referrerPhone]")).toHaveValue(change.phone ?? "07700 900123");
      if (hasJavaScript) {
        const toast = page.locator(".toast");
        await expect(toast).toContainText("Validation Error");
        await expect(toast).toContainText(says[0]!);
        await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
      } else {
        await expect(page.locator(".error-summary")).toBeFocused();
      }
    });
  }
});

test("whoever presses Continue before the scripts run still gets the message", async ({ page }) => {
  let isHeld = true;
  await page.route("**/assets/*.js", (route) => (isHeld ? undefined : route.continue()));
  await page.goto("/");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await pressContinue(page);
  await sent;
  isHeld = false;
  await expectRefused(page, REQUIRED);
  await expect(page.locator(".toast")).toContainText(REQUIRED);
  await expect(page.locator("[name=referrerFirstName]")).toBeFocused();
});

inBothModes(
  "a known typo offers the right address, or keeps the one typed",
  async ({ page, hasJavaScript }) => {
    const savedEmail = async () => {
      await page.getByRole("button", { name: "Back" }).click();
      return page.locator("[name=referrerEmail]").inputValue();
    };
    await open(page, "/", hasJavaScript);
    await fillReferrer(page, { email: "jane@gmial.com" });
    await pressContinue(page);
    await page.getByRole("button", { name: "Use jane@gmail.com" }).click();
    await expect(page.getByRole("button", { name: "Use jane@gmail.com" })).toBeHidden();
    if (hasJavaScript) await pressContinue(page);
    await expect(page.getByRole("heading", { name: "Assessment Selection" })).toBeVisible();
    expect(await savedEmail()).toBe("jane@gmail.com");

    await open(page, "/", hasJavaScript);
    await fillReferrer(page, { email: "jane@gmial.com" });
    await pressContinue(page);
    await page.getByRole("button", { name: "Keep my address" }).click();
    await expect(page.getByRole("button", { name: "Keep my address" })).toBeHidden();
    if (hasJavaScript) await pressContinue(page);
    await expect(page.getByRole("heading", { name: "Assessment Selection" })).toBeVisible();
    expect(await savedEmail()).toBe("jane@gmial.com");
    await continueTo(page, "Assessment Selection");
  },
);

inBothModes("steps 2 and 3 say what is missing", async ({ page, hasJavaScript }) => {
  await open(page, "/", hasJavaScript);
  await reachAssessments(page);
  await pressContinue(page);
  await expectRefused(page, "Please select at least one assessment type.");
  await choose(page, "Other");
  await pressContinue(page);
  await expectRefused(page, "Please describe the assessment you need when selecting 'Other'.");
  const details = page.getByLabel("What do you need assessed?");
  const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");
  if (hasJavaScript) {
    await details.fill(words(100));
    await expect(page.getByText("100 / 100 words")).toBeVisible();
    await details.pressSequentially(" more");
    await expect(details).toHaveValue(`${words(100)} `);
    await expect(page.getByText("Assessment description must be 100 words or less.")).toBeVisible();
  } else {
    await details.fill(words(101));
    await pressContinue(page);
    await expectRefused(page, "Assessment description must be 100 words or less.");
    await expect(details).toHaveValue(words(101));
    await details.fill(words(100));
  }
  await continueTo(page, "Location");
  const next = page.getByRole("button", { name: "Continue", exact: true });
  if (hasJavaScript) {
    await expect(next).toBeDisabled();
    await page.getByLabel("Town, city or postcode").fill("   ");
    await expect(next).toBeDisabled();
  } else {
    await pressContinue(page);
    await expectRefused(page, "Please enter the assessment location.");
  }
  const outside = page.getByText("This looks like a place in Scotland.");
  if (hasJavaScript) {
    await page.getByLabel("Town, city or postcode").fill("EH1 1AA");
    await expect(outside).toBeVisible();
    await expect(next).toBeEnabled();
  }
  await page.getByLabel("Town, city or postcode").fill("LS1 4AP");
  await expect(outside).toHaveCount(0);
  await page.getByLabel("Town, city or postcode").press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Scheduling" })).toBeVisible();
});

test("what cannot be had is taken out, and the page says so", async ({ page, app }) => {
  await open(page, "/");
  await reachAssessments(page);
  const url = `/booking/steps/assessments?draft=${draftOf(page)}`;
  const post = (selectedAssessments: string) =>
    page.request.post(url, {
      form: { showVirtualPricing: "true", selectedAssessments },
      headers: { Origin: app.origin },
    });
  const gift = await post("Capacity to Make a Gift");
  expect(gift.status()).toBe(400);
  expect(await gift.text()).toContain(
    "Capacity to Make a Gift is face-to-face only, so we have taken it out",
  );
  const unknown = await post("tarot");
  expect(unknown.status()).toBe(400);
  expect(await unknown.text()).toContain("not an assessment that we offer");
  await page.goto(url);
  await expect(page.locator("[name=selectedAssessments]:checked")).toHaveCount(0);
});

test("without JavaScript, switching the mode over a saved selection clears it and says so", async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await open(page, "/?assessments=capacity-will", false);
  await reachAssessments(page);
  await page.getByText("Virtual", { exact: true }).click();
  await pressContinue(page);
  await expect(page.getByRole("heading", { name: "Switched to Virtual pricing" })).toBeVisible();
  await expect(page.locator("[name=selectedAssessments]:checked")).toHaveCount(0);
  await expect(page.getByText("Please reselect the assessments you need.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Capacity to Make a Gift" })).toBeDisabled();
  await context.close();
});
