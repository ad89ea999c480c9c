import type { Page } from "@playwright/test";
import { addDays, formatLongDate, formatShortDate, isWeekend, londonDate } from "#app/platform/dates.ts";
import { addMonths, monthOf } from "#app/features/before-booking/wizard/scheduling-choice.ts";
import { formatMonth } from "#app/platform/dates.ts";
import { firstSelectableDay } from "#app/features/booking/fields/calendar.ts";
import { BANK_HOLIDAYS } from "#app/features/booking/fields/closed-days.server.ts";
import { beginDraft } from "../setup/drafts.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { openBeforeScripts } from "../setup/late-scripts.ts";

const today = londonDate(new Date());

/** The first day from two months ahead that is, or is not, a weekend day. */
function dayAhead(wanted: "weekday" | "saturday"): string {
  let day = `${addMonths(monthOf(today), 2)}-01`;
  while (wanted === "weekday" ? isWeekend(day) : !(isWeekend(day) && !isWeekend(addDays(day, -1)))) {
    day = addDays(day, 1);
  }
  return day;
}

const weekday = dayAhead("weekday");
const saturday = dayAhead("saturday");
const dayRadio = (page: Page, day: string) => page.getByRole("radio", { name: formatLongDate(day) });

async function typeDate(page: Page, day: string, month: string, year: string) {
  await page.getByRole("textbox", { name: "Day" }).fill(day);
  await page.getByRole("textbox", { name: "Month" }).fill(month);
  await page.getByRole("textbox", { name: "Year" }).fill(year);
}

async function goToMonthOf(page: Page, day: string) {
  while (!(await page.getByRole("table", { name: formatMonth(day) }).isVisible())) {
    const last = await page.getByRole("table").last().locator("caption").textContent();
    await page.getByRole("button", { name: "Next month" }).click();
    await expect(page.getByRole("table").last().locator("caption")).not.toHaveText(last!);
  }
}

inBothModes("a weekday is chosen two months ahead and shown on the next step", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  await open(page, await beginDraft(app, context, "scheduling"), hasJavaScript);
  await expect(page.getByText("Available (7+ days)")).toBeVisible();
  await page.getByLabel("This is urgent").check();
  await goToMonthOf(page, weekday);
  await dayRadio(page, weekday).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Confirmation" })).toBeVisible();
  await expect(page.getByText(formatShortDate(weekday))).toBeVisible();
  await expect(page.getByText("Preferred; additional fees may apply")).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(dayRadio(page, weekday)).toBeChecked();
});

inBothModes("a date that cannot be taken is refused with the reason, and kept", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  await open(page, await beginDraft(app, context, "scheduling"), hasJavaScript);
  await typeDate(page, "31", "2", "2031");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert").first()).toContainText("That date does not exist");
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByRole("textbox", { name: "Day" })).toHaveValue("31");
  await expectAccessible(page);

  const soon = addDays(today, 3);
  await typeDate(page, soon.slice(8), soon.slice(5, 7), soon.slice(0, 4));
  await page.getByRole("button", { name: "Continue" }).click();
  const first = firstSelectableDay({ today, allowWeekends: false, bankHolidays: BANK_HOLIDAYS });
  await expect(page.getByRole("alert").first()).toContainText(formatLongDate(first));
});

inBothModes("Back from scheduling leads a virtual booking to the assessments", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  const path = await beginDraft(app, context, "scheduling", { showVirtualPricing: "true" });
  await open(page, path, hasJavaScript);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL(/steps\/assessments/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("weekends open with Update calendar, and unticking them takes a Saturday off and says so", async ({
    page,
    context,
    app,
  }) => {
    await open(page, await beginDraft(app, context, "scheduling"), false);
    await page.getByLabel("Weekends are possible").check();
    await page.getByRole("button", { name: "Update calendar" }).click();
    await goToMonthOf(page, saturday);
    await expect(page.getByLabel("Weekends are possible")).toBeChecked();
    await dayRadio(page, saturday).check();
    await page.getByLabel("Weekends are possible").uncheck();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert")).toContainText(`we took ${formatLongDate(saturday)} off`);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Not specified")).toBeVisible();
  });
});

test.describe("with JavaScript", () => {
  test("months move without a page load, and weekends open and close at once", async ({
    page,
    context,
    app,
  }) => {
    await open(page, await beginDraft(app, context, "scheduling"));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.getByRole("button", { name: "Next month" }).click();
    const [first, second] = await page.getByRole("table").locator("caption").allTextContents();
    await expect(page.getByRole("status").filter({ hasText: `${first} and ${second}` })).toHaveCount(1);
    await page.getByRole("button", { name: "Previous month" }).click();
    await goToMonthOf(page, saturday);
    await expect(dayRadio(page, saturday)).toBeDisabled();
    await page.getByLabel("Weekends are possible").check();
    await dayRadio(page, saturday).check();
    await page.getByLabel("Weekends are possible").uncheck();
    await expect(page.getByText(`we took ${formatLongDate(saturday)} off`)).toBeVisible();
    await expect(page.locator("input[name=preferredDate]:checked")).toHaveCount(0);
    expect(requests).toEqual([]);
  });

  test("a typed date picks its day, the arrow keys move on, and Clear date takes it off", async ({
    page,
    context,
    app,
  }) => {
    await open(page, await beginDraft(app, context, "scheduling"));
    await typeDate(page, String(Number(weekday.slice(8))), weekday.slice(5, 7), weekday.slice(0, 4));
    await expect(dayRadio(page, weekday)).toBeChecked();
    await dayRadio(page, weekday).focus();
    await page.keyboard.press("ArrowRight");
    await expect(dayRadio(page, weekday)).not.toBeChecked();
    await expect(page.locator(".calendar input:checked")).toHaveCount(1);
    await page.getByRole("button", { name: "Clear date" }).click();
    await expect(page.locator("input[name=preferredDate]:checked")).toHaveCount(0);
  });

  test("a day is taken off again when what was typed no longer says it", async ({ page, context, app }) => {
    await open(page, await beginDraft(app, context, "scheduling"));
    const [year, month, day] = weekday.split("-") as [string, string, string];
    await typeDate(page, day, month, year);
    await expect(dayRadio(page, weekday)).toBeChecked();
    await page.getByRole("textbox", { name: "Month" }).fill("13");
    await expect(page.locator("input[name=preferredDate]:checked")).toHaveCount(0);
    await page.getByRole("textbox", { name: "Month" }).fill(month);
    await expect(dayRadio(page, weekday)).toBeChecked();
    await page.getByRole("textbox", { name: "Year" }).fill("2020");
    await expect(page.locator("input[name=preferredDate]:checked")).toHaveCount(0);
    await dayRadio(page, weekday).check();
    await page.getByRole("textbox", { name: "Day" }).fill("1");
    await expect(dayRadio(page, weekday)).toBeChecked();
  });

  test("a choice stays when its month is no longer shown", async ({ page, context, app }) => {
    await open(page, await beginDraft(app, context, "scheduling"));
    await goToMonthOf(page, weekday);
    await dayRadio(page, weekday).check();
    await page.getByRole("button", { name: "Next month" }).click();
    await page.getByRole("button", { name: "Next month" }).click();
    await expect(dayRadio(page, weekday)).toBeChecked();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(formatShortDate(weekday))).toBeVisible();
  });

  test("what was ticked and chosen before the scripts came is taken over", async ({ page, context, app }) => {
    const answers = { allowWeekends: "on", preferredDate: weekday };
    const arrive = await openBeforeScripts(page, await beginDraft(app, context, "scheduling", answers));
    await dayRadio(page, saturday).check();
    await page.getByLabel("This is urgent").check();
    await arrive();
    await expect(dayRadio(page, saturday)).toBeChecked();
    await expect(page.getByLabel("This is urgent")).toBeChecked();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(formatShortDate(saturday))).toBeVisible();
  });
});
