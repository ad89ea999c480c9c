import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { choose, continueTo, draftOf, pressContinue, reachAssessments } from "../setup/wizard.ts";

const WILL = "Capacity to Make a Will";

async function answer(page: Page, ...labels: string[]): Promise<void> {
  for (const label of labels) await page.getByLabel(label, { exact: true }).check();
  await page.getByRole("button", { name: "Continue" }).click();
}

const heading = (page: Page, name: string) =>
  expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

inBothModes("from a question to a priced booking", async ({ page, app, hasJavaScript }) => {
  await open(page, "/", hasJavaScript);
  await page.getByRole("button", { name: "Not sure which assessment?" }).click();
  await heading(page, "Which assessment do I need?");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("Please answer every question on this page.");
  const focused = hasJavaScript ? page.getByRole("heading", { level: 1 }) : page.getByRole("alert");
  await expect(focused).toBeFocused();
  await expectAccessible(page);
  await answer(page, "A lasting power of attorney", "Making or changing a will");
  await answer(page, "England");
  await heading(page, "A little more");
  await expectAccessible(page);
  await page.getByLabel("The person themselves").check();
  await page.getByLabel("Both").check();
  await page.getByLabel("No", { exact: true }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Could the person manage a video call")).toBeHidden();
  await answer(page, "Yes, within 7 days");
  await heading(page, "The assessments you need");
  await expect(page.getByText("£1,799").first()).toBeVisible();
  await expect(page.getByText("certificate provider", { exact: false })).toBeVisible();
  await expectAccessible(page);

  const shared = page.url();
  await page.goBack();
  await heading(page, "How and when");
  await page.goto(shared);
  await page.getByRole("button", { name: "Start booking" }).click();
  await heading(page, "Referrer Details");
  if (hasJavaScript) await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await heading(page, "The assessments you need");
  await page.goForward();
  await heading(page, "Referrer Details");
  await reachAssessments(page);
  await expect(page.getByRole("checkbox", { name: WILL })).toBeChecked();
  await continueTo(page, "Location");
  await page.getByLabel("Town, city or postcode").fill("Leeds");
  await continueTo(page, "Scheduling");
  await continueTo(page, "Confirmation");
  await expect(page.getByText("£1,799").first()).toBeVisible();
  const draft = await app.deps.db
    .selectFrom("drafts")
    .select("tracking")
    .where("id", "=", draftOf(page))
    .executeTakeFirstOrThrow();
  const { finder, timeZone } = JSON.parse(draft.tracking).sessionData;
  expect(finder).toContain("lpa=both");
  expect(typeof timeZone).toBe(hasJavaScript ? "string" : "undefined");
});

inBothModes("a shared result costs what its booking link costs", async ({ page, hasJavaScript }) => {
  await open(page, "/which-assessment/result?decision=buy&lives=wales&deadline=none", hasJavaScript);
  await page.getByRole("link", { name: "/booking?assessments=capacity-buy-property" }).click();
  await expect(page.getByText("Capacity to Buy Property")).toBeVisible();
});

inBothModes("from step 2 and back, the booking stays", async ({ page, hasJavaScript }) => {
  await open(page, "/", hasJavaScript);
  await reachAssessments(page, { firstName: "Margaret" });
  const draft = draftOf(page);
  await page.getByRole("button", { name: "Not sure which assessment?" }).click();
  await answer(page, "Not sure");
  await page.getByLabel("Wales", { exact: true }).check();
  await pressContinue(page);
  await answer(page, "No");
  await page.getByLabel("What needs to be decided, in your own words?").fill("Whether Mum can keep her dog");
  await page.getByRole("button", { name: "Use this in your booking" }).click();
  await heading(page, "Assessment Selection");
  expect(draftOf(page)).toBe(draft);
  await expect(page.getByRole("checkbox", { name: "Other", exact: true })).toBeChecked();
  await expect(page.locator("[name=otherAssessmentDetails]")).toHaveValue("Whether Mum can keep her dog");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Margaret");
});

inBothModes(
  "from a booking to the finder and back again without a change",
  async ({ page, hasJavaScript }) => {
    await open(page, "/", hasJavaScript);
    await reachAssessments(page);
    await choose(page, WILL);
    await continueTo(page, "Location");
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Not sure which assessment?" }).click();
    await page.getByRole("link", { name: "Back" }).click();
    await expect(page.getByRole("checkbox", { name: WILL })).toBeChecked();
  },
);

inBothModes("Scotland gets a phone number and no assessment", async ({ page, hasJavaScript }) => {
  await open(page, "/which-assessment?decision=money", hasJavaScript);
  await answer(page, "Scotland");
  await heading(page, "We cannot offer this assessment");
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /^0|^\+44/ })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Start booking" })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Change: Where does the person live?" }).click();
  await answer(page, "England");
  await heading(page, "A little more");
});

test("strange addresses show a page, and looking stores nothing", async ({ page, app }) => {
  const rows = () => app.deps.db.selectFrom("drafts").select("id").execute();
  const before = (await rows()).length;
  for (const path of [
    "/which-assessment?decision=%00&lives=<script>",
    "/which-assessment?decision=money&decision=money&decision=nothing&lives=wales&lives=england",
    "/which-assessment?change=nothing&asked=nothing&draft=x",
    "/which-assessment/result",
    "/which-assessment/result?lives=scotland",
    `/which-assessment?decision=${"a".repeat(3000)}`,
    "/which-assessment/result?decision=buy&lives=wales&deadline=none",
  ]) {
    const answered = await page.goto(path);
    expect(answered?.status(), path).toBe(200);
  }
  expect(await rows()).toHaveLength(before);
});

inBothModes("Back from the finder leads to step 1 as it was typed", async ({ page, hasJavaScript }) => {
  await open(page, "/", hasJavaScript);
  await page.getByLabel("First name").fill("Joanna");
  await page.getByRole("button", { name: "Not sure which assessment?" }).click();
  await expect(page.getByRole("heading", { name: "Which assessment do I need?" })).toBeVisible();
  await page.goBack();
  if (!hasJavaScript) await page.getByRole("link", { name: "Continue your booking" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Joanna");
});

test("Back leads to step 1 as it was typed on a slow phone, too, where the next page comes before React has drawn the wait", async ({
  page,
  context,
}) => {
  await open(page, "/");
  await page.getByLabel("First name").fill("Joanna");
  const phone = await context.newCDPSession(page);
  await phone.send("Emulation.setCPUThrottlingRate", { rate: 8 });
  await page.getByRole("button", { name: "Not sure which assessment?" }).click();
  await heading(page, "Which assessment do I need?");
  await phone.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await phone.detach();
  await page.goBack();
  await expect(page.getByLabel("First name")).toHaveValue("Joanna");
});

inBothModes("every way to the finder keeps what was typed into step 1", async ({ page, hasJavaScript }) => {
  await open(page, "/", hasJavaScript);
  await page.getByLabel("First name").fill("Joanna");
  await page.getByText("Which assessment is the right one?").click();
  await page.getByRole("button", { name: "A few questions lead to the right one" }).click();
  await answer(page, "Not sure");
  await answer(page, "Wales");
  await answer(page, "No");
  await page.getByLabel("What needs to be decided, in your own words?").fill("Whether Mum can keep her dog");
  await page.getByRole("button", { name: "Use this in your booking" }).click();
  await heading(page, "Referrer Details");
  await expect(page.getByLabel("First name")).toHaveValue("Joanna");
});

inBothModes("what was typed into step 1 before the finder is in the booking after it", async (journey) => {
  const { page, hasJavaScript } = journey;
  await open(page, "/", hasJavaScript);
  await page.getByLabel("First name").fill("Margaret");
  await page.getByRole("button", { name: "Not sure which assessment?" }).click();
  await answer(page, "Not sure");
  await answer(page, "Wales");
  await answer(page, "No");
  await page.getByLabel("What needs to be decided, in your own words?").fill("Whether Mum can keep her dog");
  await page.getByRole("button", { name: "Use this in your booking" }).click();
  await heading(page, "Referrer Details");
  await expect(page.getByLabel("First name")).toHaveValue("Margaret");
  await reachAssessments(page);
  await expect(page.locator("[name=otherAssessmentDetails]")).toHaveValue("Whether Mum can keep her dog");
});
