import type { Page } from "@playwright/test";
import { beginDraft, OPEN_SCHEDULING } from "../setup/drafts.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, open, test } from "../setup/journey.ts";
import { openBeforeScripts } from "../setup/late-scripts.ts";
import { continueTo } from "../setup/wizard.ts";

/** Actions before the scripts, or some of them, have arrived (docs/decisions/0002). */

const WILL = "Capacity to Make a Will";
const GIFT = "Capacity to Make a Gift";

test("a long description pasted early may be shortened, and is not wiped by the next key", async ({
  page,
  context,
  app,
}) => {
  const arrive = await openBeforeScripts(page, await beginDraft(app, context, "assessments"));
  const pasted = Array.from({ length: 120 }, () => "word").join(" ");
  const details = page.getByLabel("What do you need assessed?");
  await page.getByRole("checkbox", { name: "Other", exact: true }).check();
  await details.fill(pasted);
  await arrive();
  await expect(page.getByText("120 / 100 words")).toBeVisible();
  await details.press("End");
  await details.pressSequentially("s more");
  await expect(details).toHaveValue(`${pasted}s `);
  await details.fill("Capacity to marry");
  await expect(page.getByText("3 / 100 words")).toBeVisible();
});

test("what is being typed in an unfolded part stays there", async ({ page, context, app }) => {
  const path = await beginDraft(app, context, "confirmation", OPEN_SCHEDULING);
  const arrive = await openBeforeScripts(page, path);
  await page.getByText("Add Another Assessment").click();
  const other = page.getByLabel("Other: what needs to be assessed?");
  await other.fill("Capacity to");
  await arrive();
  await other.press("End");
  await other.pressSequentially(" marry");
  await page.getByRole("button", { name: "Add Other" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Capacity to marry" })).toBeVisible();
});

test("a selection that the early switched mode does not offer is taken out aloud", async ({
  page,
  context,
  app,
}) => {
  const path = await beginDraft(app, context, "assessments", { selectedAssessments: [WILL, GIFT] });
  const arrive = await openBeforeScripts(page, path);
  await page.getByText("Virtual", { exact: true }).click();
  await arrive();
  await expect(page.locator(".toast")).toContainText(`${GIFT} is face-to-face only, so we have taken it out`);
  await expect(page.getByRole("checkbox", { name: GIFT })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: WILL })).toBeChecked();
  await expect(page.locator(".sums .is-total dd")).toHaveText("£498");
});

test("an assessment can be added although the dialog's script never comes", async ({
  page,
  context,
  app,
}) => {
  await open(page, await beginDraft(app, context, "confirmation", OPEN_SCHEDULING));
  await page.route("**/assets/dialog-*", (route) => route.abort());
  await page.getByRole("button", { name: "Add Another Assessment" }).click();
  await page.getByRole("button", { name: `Add ${GIFT}` }).click();
  await expect(page.getByRole("button", { name: `Remove ${GIFT}` })).toBeVisible();
});

test("the paper form can be read and closed although its script never comes", async ({ page }) => {
  await page.route("**/assets/paper-form-*.js", (route) => route.abort());
  const isMissed = page.waitForEvent("requestfailed");
  await page.goto("/booking?print=true");
  await isMissed;
  await expect(page.getByRole("article")).toContainText("Location");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Referrer Details");
});

test("while no scripts come, the weekends of the calendar open, and the page says how to print", async ({
  page,
  context,
  app,
}) => {
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(await beginDraft(app, context, "scheduling"));
  await page.getByLabel("Weekends are possible").check();
  await page.getByRole("button", { name: "Update calendar" }).click();
  await expect(page.getByRole("radio", { name: /^Saturday/ }).and(page.locator(":enabled"))).not.toHaveCount(
    0,
  );
  await continueTo(page, "Confirmation");
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await page.getByRole("link", { name: "See your booking" }).click();
  await expect(page.getByText("use your browser’s own print command")).toBeVisible();
});

test("Back after a reload shows the page before, also before the scripts come", async ({
  page,
  context,
  app,
}) => {
  const goBackEarly = async () => {
    const address = page.url();
    const arrive = await openBeforeScripts(page, () => page.reload({ waitUntil: "commit" }));
    await page.locator("main").waitFor();
    await page.goBack({ waitUntil: "commit" });
    await expect(page).not.toHaveURL(address);
    await arrive();
    await page.unrouteAll();
  };
  await open(page, "/which-assessment");
  await page.getByLabel("A court case").check();
  await continueTo(page, "Where the person lives");
  await goBackEarly();
  await expect(page.getByLabel("A court case")).toBeVisible();

  await open(page, await beginDraft(app, context, "assessments", { selectedAssessments: [WILL] }));
  await continueTo(page, "Location");
  await goBackEarly();
  await expect(page.getByRole("heading", { name: "Assessment Selection", level: 1 })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: WILL })).toBeChecked();
});

/** Presses the main button and lets go of it only when the scripts have started meanwhile. */
async function pressWhileScriptsStart(page: Page, path: string, name: string): Promise<void> {
  const arrive = await openBeforeScripts(page, path);
  await page.getByRole("button", { name, exact: true }).last().hover();
  await page.mouse.down();
  await arrive();
  await page.mouse.up();
}

test("a button pressed while the scripts start is pressed, on each kind of page", async ({
  page,
  context,
  app,
}) => {
  const summary = page.locator(".error-summary");
  const refused: [path: string, name: string][] = [
    ["/", "Continue"],
    ["/admin/login", "Login"],
    ["/customer/login", "Login"],
    ["/lost-link", "Send the link"],
  ];
  for (const [path, name] of refused) {
    await pressWhileScriptsStart(page, path, name);
    await expect(summary, path).toBeVisible();
  }
  const draft = await beginDraft(app, context, "scheduling");
  await pressWhileScriptsStart(page, draft, "Continue");
  await expect(page.getByRole("heading", { name: "Confirmation", level: 1 })).toBeVisible();
  const booking = await createBooking(app.deps);
  await pressWhileScriptsStart(
    page,
    `/referral-form/${booking.id}/personal-details?token=${booking.token}`,
    "Continue",
  );
  await expect(page).not.toHaveURL(/personal-details/);
});

test("a form has the same key before the scripts and after them, so that two presses do its work once", async ({
  page,
}) => {
  await open(page, "/lost-link");
  const key = await page.locator('[name="formKey"]').first().inputValue();
  const sending = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Send the link" }).click();
  const sent = new URLSearchParams((await sending).postData() ?? "");
  expect(sent.get("formKey")).toBe(key);
});
