import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { addDays, formatLongDate, isWeekend, londonDate } from "#app/platform/dates.ts";
import { beginDraft, OPEN_SCHEDULING } from "../setup/drafts.ts";
import { boxOf, expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { choose, continueTo, draftOf, pressContinue } from "../setup/wizard.ts";

const THREE = [
  "Property and Finance Capacity Assessment",
  "Health and Welfare Capacity Assessment",
  "Capacity to Litigate Assessment",
];

function someWeekday(): string {
  let day = addDays(londonDate(new Date()), 30);
  while (isWeekend(day)) day = addDays(day, 1);
  return day;
}

const value = (page: Page, term: string) =>
  page.locator("dt", { hasText: new RegExp(`^${term}$`) }).locator("+ dd");

inBothModes("assessments are removed and added, and what was typed stays", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  const answers = { ...OPEN_SCHEDULING, selectedAssessments: THREE };
  await open(page, await beginDraft(app, context, "confirmation", answers), hasJavaScript);
  await expect(value(page, "Total")).toHaveText("£1,722");
  await page.getByLabel("First name").fill("Ada");
  await page.getByRole("button", { name: `Remove ${THREE[2]}` }).click();
  await expect(value(page, "Multi-assessment discount")).toHaveText("−£70");
  await expect(value(page, "Total")).toHaveText("£1,120");
  await expect(page.getByLabel("First name")).toHaveValue("Ada");
  if (hasJavaScript) await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  if (hasJavaScript) await page.getByRole("button", { name: "Add Another Assessment" }).click();
  else await page.getByText("Add Another Assessment").click();
  await page.getByRole("button", { name: "Add Other" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Please describe the assessment you need");
  await page.getByLabel("Other: what needs to be assessed?").fill("Capacity to marry\nThe wedding is in May");
  await page.getByRole("button", { name: "Add Other" }).click();
  await expect(page.getByText("Other is priced on request and not in the total")).toBeVisible();
  const described = page.locator(".note", { hasText: "Capacity to marry" });
  expect(await described.innerText()).toBe("Capacity to marry\nThe wedding is in May");
  await expect(value(page, "Total")).toHaveText("£1,120");
  await expect(page.getByLabel("First name")).toHaveValue("Ada");
  await expectAccessible(page);
});

inBothModes("Enter saves what was typed, says so, and books nothing", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  const path = await beginDraft(app, context, "confirmation", OPEN_SCHEDULING);
  await open(page, path, hasJavaScript);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("First name").press("Enter");
  await expect(page.getByText("Nothing is booked yet. When everything is right")).toBeInViewport();
  await expect(page.getByLabel("First name")).toHaveValue("Ada");
  if (hasJavaScript) await expect(page.getByLabel("First name")).toBeFocused();
  await expect(page.getByRole("button", { name: `Remove ${THREE[0]}` })).toBeVisible();
  expect(
    await app.deps.db.selectFrom("bookings").select("id").where("draft_id", "=", draftOf(page)).execute(),
  ).toEqual([]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();
  if (hasJavaScript) await expect(page.getByRole("main")).toBeFocused();
});

inBothModes("each group of the confirmation can be changed, and Continue leads back", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  await open(page, await beginDraft(app, context, "confirmation", OPEN_SCHEDULING), hasJavaScript);
  await expect(value(page, "Email")).toHaveText("joanna.reeve@example.org");
  await expect(value(page, "Phone")).toHaveText("+44 7700 900123");
  await expect(value(page, "Weekends")).toHaveText("Weekdays only");
  await expect(page.getByText(/The last day to pay the balance/)).toBeVisible();
  await page.getByLabel("First name").fill("Ada");

  await page.getByRole("link", { name: "Change your details" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Referrer Details");
  await page.locator("[name=referrerPhone]").fill("12");
  await pressContinue(page);
  await expect(page.locator(".error-summary")).toContainText("UK phone numbers should have 10 digits");
  await page.locator("[name=referrerPhone]").fill("01904 496000");
  await continueTo(page, "Confirmation");
  await expect(value(page, "Phone")).toHaveText("+44 1904 496000");
  await expect(page.getByLabel("First name")).toHaveValue("Ada");

  await page.getByRole("link", { name: "Change location" }).click();
  await page.getByLabel("Town, city or postcode").fill("York");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(value(page, "Location")).toContainText("York");
  await page.getByRole("link", { name: "Change date and preferences" }).click();
  await page.getByLabel("Weekends are possible").check();
  if (!hasJavaScript) await page.getByRole("button", { name: "Update calendar" }).click();
  await continueTo(page, "Confirmation");
  await expect(value(page, "Weekends")).toHaveText("Possible");
  await page.getByRole("link", { name: "Change selected assessments" }).click();
  await choose(page, "Capacity to Make a Will");
  if (!hasJavaScript) await page.getByRole("button", { name: "Update total" }).click();
  await continueTo(page, "Confirmation");
  await expect(value(page, "Total")).toHaveText("£1,120");
  await expectAccessible(page);
});

inBothModes("a change that leaves something to fill in asks for that first", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  const answers = { ...OPEN_SCHEDULING, showVirtualPricing: "true", assessmentLocation: "" };
  await open(page, await beginDraft(app, context, "confirmation", answers), hasJavaScript);
  await page.getByRole("link", { name: "Change location" }).click();
  await page.getByText("Face-to-Face", { exact: true }).click();
  if (!hasJavaScript) await pressContinue(page);
  await choose(page, THREE[0]!);
  await continueTo(page, "Location");
  await page.getByLabel("Town, city or postcode").fill("York");
  await continueTo(page, "Confirmation");
  await expect(value(page, "Total")).toHaveText("£595");
});

inBothModes("what another tab has changed is shown before it is booked", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  const answers = { ...OPEN_SCHEDULING, selectedAssessments: THREE };
  const path = await beginDraft(app, context, "confirmation", answers);
  await open(page, path, hasJavaScript);
  await page.getByLabel("First name").fill("Ada");
  const other = await context.newPage();
  await open(other, path, hasJavaScript);
  await other.getByRole("button", { name: `Remove ${THREE[2]}` }).click();
  await expect(value(other, "Total")).toHaveText("£1,120");

  await expect(value(page, "Total")).toHaveText("£1,722");
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.getByText("Your booking has changed since this page was shown").first()).toBeVisible();
  await expect(value(page, "Total")).toHaveText("£1,120");
  await expect(page.getByLabel("First name")).toHaveValue("Ada");
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();
});

inBothModes("details that another tab has saved are shown before they are booked", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  const path = await beginDraft(app, context, "confirmation", OPEN_SCHEDULING);
  await open(page, path, hasJavaScript);
  await page.getByLabel("Last name").fill("Smith");
  const other = await context.newPage();
  await open(other, path, hasJavaScript);
  await other.getByLabel("First name").fill("Ada");
  await other.getByLabel("Title").selectOption("Mrs");
  await other.getByLabel("First name").press("Enter");
  await expect(other.getByText("Your answers are saved")).toBeVisible();

  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.getByText("Your booking has changed since this page was shown").first()).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Mrs");
  await expect(page.getByLabel("First name")).toHaveValue("Ada");
  await expect(page.getByLabel("Last name")).toHaveValue("Smith");
  await open(other, path, hasJavaScript);
  await other.getByLabel("First name").fill("Adah");
  await other.getByLabel("First name").press("Enter");
  await expect(other.getByText("Your answers are saved")).toBeVisible();
  await page.getByLabel("First name").fill("Adele");
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.getByText("Saved since: Adah").first()).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Adele");
  await expectAccessible(page);
  await page.getByLabel("Postcode").fill("?".repeat(300));
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.getByRole("link", { name: /Postcode/ })).toBeVisible();
  await page.getByLabel("Postcode").fill("");
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();
});

test("a double click on Remove takes one assessment out", async ({ page, context, app }) => {
  const answers = { ...OPEN_SCHEDULING, selectedAssessments: THREE };
  await open(page, await beginDraft(app, context, "confirmation", answers));
  const remove = page.getByRole("button", { name: /^Remove / });
  const { x, y } = await boxOf(remove.first());
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.down({ clickCount: 1 });
  await page.mouse.up({ clickCount: 1 });
  await expect(remove).toHaveCount(2);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(value(page, "Total")).toHaveText("£1,197");
  await expect(remove).toHaveCount(2);
});

inBothModes(
  "Remove, pressed again where it was, takes one assessment out, and that can be undone",
  async (journey) => {
    const { page, context, app, hasJavaScript } = journey;
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const answers = { ...OPEN_SCHEDULING, selectedAssessments: THREE };
      await open(page, await beginDraft(app, context, "confirmation", answers), hasJavaScript);
      const remove = page.getByRole("button", { name: /^Remove / });
      await remove.first().scrollIntoViewIfNeeded();
      const { x, y } = await boxOf(remove.first());
      await page.mouse.click(x + 5, y + 5);
      await expect(remove).toHaveCount(2);
      const undo = page.getByRole("button", { name: /^Undo/ });
      const { x: left, y: top, width: wide, height: high } = await boxOf(undo);
      const isUnderPointer = left <= x + 5 && x + 5 <= left + wide && top <= y + 5 && y + 5 <= top + high;
      expect(isUnderPointer, `Undo stands where Remove was, at ${width} px`).toBe(false);
      await expectAccessible(page);
      await page.setViewportSize({ width, height: 900 });
      await undo.click();
      await expect(remove).toHaveCount(3);
    }
  },
);

test("Back from a booking that was made leads out of it", async ({ page, context, app }) => {
  await open(page, "/complaints");
  await open(page, await beginDraft(app, context, "scheduling", OPEN_SCHEDULING));
  await page.getByRole("button", { name: "Continue" }).click();
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  const done = page.getByRole("heading", { name: "Booking Successfully Submitted!" });
  await expect(done).toBeVisible();
  await (await popup).close();
  // Each of the two steps leads on to the booking. Playwright takes that, not the next Back, for what it waits for,
  // unless it is over.
  for (const step of ["confirmation", "scheduling"]) {
    await page.goBack();
    await expect(page, `Back to ${step}`).toHaveURL(/\/booking\/submitted\//);
    await expect(done).toBeVisible();
  }
  await page.goBack();
  await expect(
    page.getByRole("heading", { level: 1, name: "Complain about how your data was used" }),
  ).toBeVisible();
});

inBothModes("removing the last assessment leads back to choosing one", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  await open(page, await beginDraft(app, context, "confirmation", OPEN_SCHEDULING), hasJavaScript);
  await page.getByRole("button", { name: `Remove ${THREE[0]}` }).click();
  await expect(page).toHaveURL(/steps\/assessments/);
  await expect(page.getByText("Please select at least one assessment type.")).toBeVisible();
});

inBothModes("a booking is confirmed, thanked for, and shown with everything in it", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  const preferredDate = someWeekday();
  const answers = { ...OPEN_SCHEDULING, selectedAssessments: THREE, preferredDate };
  await open(page, await beginDraft(app, context, "confirmation", answers), hasJavaScript);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Smith");
  await page.getByRole("textbox", { name: "Day" }).fill("29");
  await page.getByRole("textbox", { name: "Month" }).fill("2");
  await page.getByRole("textbox", { name: "Year" }).fill("1940");
  await page.getByLabel("You may contact me by email").check();
  const popup = hasJavaScript ? page.waitForEvent("popup") : null;
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();
  const reference = (
    await page
      .getByText(/MCA-\w{4}-\w{4}/)
      .first()
      .innerText()
  ).match(/MCA-\w{4}-\w{4}/)![0];
  await expect(page.getByRole("link", { name: "Fill in the referral forms" })).toHaveAttribute(
    "href",
    /^\/referral-form\/[\w-]+$/,
  );
  if (popup) {
    await expect(page.locator(".toast")).toContainText(reference);
    await expect((await popup).getByRole("heading", { name: "Thank you, Joanna!" })).toBeVisible();
    await (await popup).close();
  }
  const thanks = await page.getByRole("link", { name: "open the thank-you page" }).getAttribute("href");
  await page.goto(thanks!);
  await expect(page.getByRole("heading", { name: "Thank you, Joanna!" })).toBeVisible();
  await expect(page.getByText("joanna.reeve@example.org")).toBeVisible();

  await page.getByRole("link", { name: "See your booking" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Booking Confirmed" })).toBeVisible();
  const main = page.getByRole("main");
  for (const text of [
    reference,
    ...THREE,
    "−£140",
    "£1,722",
    formatLongDate(preferredDate),
    "Leeds",
    "Joanna Reeve",
    "+44 7700 900123",
    "A 50% deposit of £861 is due at least 7 days before",
    `by ${formatLongDate(addDays(preferredDate, -7))}`,
    "due within 30 days of the assessment",
    `by ${formatLongDate(addDays(preferredDate, 30))}`,
    "A psychiatrist or psychologist can be requested",
  ]) {
    await expect(main).toContainText(text);
  }
  await expect(page.getByRole("button", { name: "Print Confirmation" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Return to Homepage" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
});

test.describe("a fault of ours", () => {
  test.use({ hasFaults: true });

  inBothModes("on Confirm Booking says so and keeps everything", async (journey) => {
    const { page, context, app, hasJavaScript } = journey;
    await open(page, await beginDraft(app, context, "confirmation", OPEN_SCHEDULING), hasJavaScript);
    await page.getByLabel("First name").fill("Ada");
    await sql`ALTER TABLE booking_totals RENAME TO mislaid`.execute(app.deps.db);
    try {
      await page.getByRole("button", { name: "Confirm Booking" }).click();
      await expect(page.getByRole("main").getByText("Oops! Something went wrong 🤕")).toBeVisible();
      await expect(page.getByRole("main")).toContainText("We couldn't process your booking right now.");
      await expect(page.getByLabel("First name")).toHaveValue("Ada");
    } finally {
      await sql`ALTER TABLE mislaid RENAME TO booking_totals`.execute(app.deps.db);
    }
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();
  });

  test("a line that is gone on Confirm Booking says so, and on another button only that it is gone", async ({
    page,
    context,
    app,
  }) => {
    await open(page, await beginDraft(app, context, "scheduling", OPEN_SCHEDULING));
    const toastPart = page.waitForResponse(/toast-message/);
    await continueTo(page, "Confirmation");
    await (await toastPart).finished();
    await context.setOffline(true);
    const failure = page.getByText("Oops! Something went wrong 🤕");
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.locator(".toast")).toContainText("We could not reach our server");
    await expect(failure).toHaveCount(0);
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(page.getByRole("main").filter({ has: failure })).toBeVisible();
    await expect(page.locator(".toast")).toContainText("We couldn't process your booking right now.");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an acknowledged booking survives a kill of the server", async ({ page, context, app }) => {
    await open(page, await beginDraft(app, context, "confirmation", OPEN_SCHEDULING), false);
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();
    await app.stop("SIGKILL");
    await app.start();
    await page.getByRole("link", { name: "See your booking" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Booking Confirmed" })).toBeVisible();
  });
});

test("the button says Submitting... while the booking is made", async ({ page, context, app }) => {
  await open(page, await beginDraft(app, context, "confirmation", OPEN_SCHEDULING));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/booking/steps/confirmation**", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.getByRole("button", { name: "Submitting..." })).toBeDisabled();
  release();
  await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();
});
