import type { Page } from "@playwright/test";
import { beginDraft } from "../setup/drafts.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, open, test } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";
import { fillReferrer, pressContinue } from "../setup/wizard.ts";

/** Browsers whose `fetch` always fails, as a broken blocker makes it: a form that got no answer twice is sent
 * without it. */

async function breakFetch(page: Page, thrown: string): Promise<void> {
  await page.evaluate((text) => {
    window.fetch = () => Promise.reject(text ? new TypeError(text) : undefined);
  }, thrown);
}

const UNREACHED = "We could not reach our server";

for (const thrown of ["Failed to fetch", ""]) {
  test(`the wizard goes on at the second press, when fetch throws ${thrown || "nothing that says why"}`, async ({
    page,
  }) => {
    await open(page, "/");
    await fillReferrer(page, { firstName: "Zoë" });
    await breakFetch(page, thrown);
    await pressContinue(page);
    await expect(page.locator(".error-summary")).toContainText(UNREACHED);
    await expect(page.getByLabel("First name")).toHaveValue("Zoë");
    await pressContinue(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Assessment Selection");
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByLabel("First name")).toHaveValue("Zoë");
  });

  test(`a link leads on at once, when fetch throws ${thrown || "nothing that says why"}`, async ({
    page,
  }) => {
    await open(page, "/privacy");
    await breakFetch(page, thrown);
    await page.getByRole("link", { name: "Terms", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms of service");
  });
}

test("what was done although its answer got lost is done once", async ({ page, context, app }) => {
  const booking = await createBooking(app.deps);
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, `/admin/bookings/${booking.id}`);
  await page.getByLabel("No answer").check();
  await page.evaluate(() => {
    const send = window.fetch;
    window.fetch = async (...given) => {
      await send(...given);
      throw new TypeError("Failed to fetch");
    };
  });
  const log = page.getByRole("button", { name: "Log contact" });
  await log.click();
  await expect(page.getByText(UNREACHED).first()).toBeVisible();
  await log.click();
  await expect(page.getByText("The contact was logged.")).toBeVisible();
  const contacts = app.deps.db.selectFrom("booking_contacts").where("booking_id", "=", booking.id);
  expect(await contacts.select("id").execute()).toHaveLength(1);
});

test("a form keeps its file and its pressed button", async ({ page, context, app }) => {
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/admin/settings/logo");
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="9"><path d="M0 0h9v9" /></svg>';
  await page.locator("[name=logo]").setInputFiles({
    name: "logo.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(svg),
  });
  await breakFetch(page, "Failed to fetch");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await expect(page.getByText(UNREACHED).first()).toBeVisible();
  await save.click();
  await expect(page.getByText("Saved. The change is live.")).toBeVisible();
  await page.getByRole("button", { name: "Remove the logo" }).click();
  await expect(page.getByText("Saved. The change is live.")).toBeVisible();
});

test("while the line is gone, a form stays on its page at every press", async ({ page, context }) => {
  await open(page, "/");
  await fillReferrer(page, { firstName: "Zoë" });
  await context.setOffline(true);
  for (const press of ["first", "second", "third"]) {
    const isLost = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
    await pressContinue(page);
    await isLost;
    await expect(page.locator(".error-summary"), press).toContainText(UNREACHED);
    await expect(page.getByLabel("First name"), press).toHaveValue("Zoë");
  }
});

test("while the line is gone, a step that reads the offer again keeps what was chosen", async ({
  page,
  context,
  app,
}) => {
  await open(page, await beginDraft(app, context, "assessments", { selectedAssessments: [] }));
  await page.getByRole("checkbox", { name: "Capacity to Make a Will" }).check();
  await context.setOffline(true);
  await pressContinue(page);
  await expect(page.locator(".error-summary")).toContainText(UNREACHED);
  await expect(page.getByRole("checkbox", { name: "Capacity to Make a Will" })).toBeChecked();
});
