import type { Page } from "@playwright/test";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, open, test } from "../setup/journey.ts";
import { longestResults } from "../setup/longest-finder.ts";
import { signedIn } from "../setup/signed-in.ts";

async function printedPages(page: Page): Promise<number> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  return pdf.match(/\/Type\s*\/Page\b/g)!.length;
}

for (const [title, answers] of [
  ["both lasting powers of attorney", "decision=lpa&lpa=both&lpa-doubt=yes"],
  ["a will and a gift", "decision=will&will=court&decision=gift&gift=nearly-all&gift-giver=attorney"],
  ["money and a court case", "decision=money&money=attorney&decision=court&court=settlement&video=unsure"],
]) {
  test(`a result for ${title} prints on one page`, async ({ page }) => {
    await open(page, `/which-assessment/result?${answers}&lives=wales&deadline=soon`);
    await expect(page.getByText("Please call us as well").first()).toBeVisible();
    expect(await printedPages(page)).toBe(1);
  });
}

test("the longest results for two assessments print on one page", async ({ page }) => {
  for (const answers of longestResults(2, 8)) {
    await open(page, `/which-assessment/result?${answers}`);
    expect(await printedPages(page), answers).toBe(1);
  }
});

test("Legal Information prints on two pages, and the draft for form COP3 on no empty one", async ({
  page,
  app,
}) => {
  const { id, token } = await createBooking(app.deps);
  await open(page, `/referral-form/${id}/legal-information?token=${token}`);
  expect(await printedPages(page)).toBe(2);
  await open(page, `/referral-form/${id}/cop3?token=${token}`);
  expect(await printedPages(page)).toBe(2);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".running-head"), "on every page").toContainText(
    "Not the court’s form. Booking MCA-",
  );
  await expect(page.locator(".running-head")).toBeVisible();
});

test("statistics print as tables, without their form", async ({ page, context, app }) => {
  await createBooking(app.deps);
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/admin/statistics");
  await expectAccessible(page);
  const show = page.getByRole("button", { name: "Show", exact: true });
  await expect(show).toBeVisible();
  await page.setViewportSize({ width: 673, height: 900 });
  await page.emulateMedia({ media: "print" });
  await expect(show).toBeHidden();
  await expect(page.getByRole("columnheader", { name: "Cancelled" }).first()).toBeVisible();
});

test("figures for a tender print with their definitions, without their form", async ({
  page,
  context,
  app,
}) => {
  await createBooking(app.deps);
  await signedIn(context, app, { role_id: "administrator" });
  for (const path of ["/admin/quality", "/admin/quality/tender"]) {
    await open(page, path);
    await expectAccessible(page);
    const show = page.getByRole("button", { name: "Show", exact: true });
    await expect(show).toBeVisible();
    await page.setViewportSize({ width: 673, height: 900 });
    await page.emulateMedia({ media: "print" });
    await expect(show).toBeHidden();
    await expect(page.getByText("Bookings whose first version was released")).toBeVisible();
    await page.emulateMedia({ media: "screen" });
  }
});

test("a table that is cards on paper has each value beside its name", async ({ page, context, app }) => {
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/admin/security");
  await page.setViewportSize({ width: 673, height: 900 });
  await page.emulateMedia({ media: "print" });
  const starts = await page
    .locator("main .table td[data-label]:not(:first-child):visible")
    .evaluateAll((cells) =>
      cells.map((cell) => {
        const value = document.createRange();
        value.selectNodeContents(cell);
        return Math.round(value.getBoundingClientRect().left);
      }),
    );
  expect(starts.length).toBeGreaterThan(1);
  expect(new Set(starts), starts.join()).toHaveProperty("size", 1);
});

test("a section of the referral prints long answers whole, and can be typed into afterwards", async ({
  page,
  app,
}) => {
  const { id, token } = await createBooking(app.deps);
  await open(page, `/referral-form/${id}/communication-risk?token=${token}`);
  const [details, allergies] = ["interpreterDetails", "allergies"].map((name) =>
    page.locator(`[name=${name}]`),
  );
  const line = `${"A Polish interpreter for the family, and ".repeat(4)}nobody from the town`;
  const lines = Array.from({ length: 60 }, (_, number) => `Allergy ${number}`).join("\n");
  await details!.fill(line);
  await allergies!.fill(lines);
  await page.evaluate(() => {
    window.addEventListener("beforeprint", () => (document.title = "printing"), { once: true });
  });
  await page.pdf();
  expect(await page.title(), "a printed page is told of").toBe("printing");
  await expect(page.getByText(line)).toHaveCount(0);

  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(line)).toBeVisible();
  await expect(page.getByText("Allergy 59")).toBeVisible();
  await expect(details!).toBeHidden();
  await expect(allergies!).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  await expect(details!).toHaveValue(line);
});
