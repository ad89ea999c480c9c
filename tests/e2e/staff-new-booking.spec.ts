import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import type { Deps } from "#app/deps.server.ts";
import { createAssessor } from "../setup/visits.ts";
import { signedIn } from "../setup/signed-in.ts";

inBothModes(
  "staff type in a caller's booking, go away and come back, and make it at short notice with a reason",
  async ({ page, context, app, hasJavaScript }) => {
    await signedIn(context, app, { role_id: "coordinator", first_name: "Priya", last_name: "Nair" });
    await createAssessor(app.deps as Deps, { first_name: "Omar", last_name: "Reid" });
    await open(page, "/admin/dashboard", hasJavaScript);
    await page.getByRole("link", { name: "New booking" }).click();
    await expect(page.getByRole("heading", { name: "New booking" })).toBeVisible();
    await expectAccessible(page);

    const address = `caller-${hasJavaScript}@example.org`;
    await page.getByLabel("1.1 First name").fill("Joanna");
    await page.getByLabel("1.2 Last name").fill("Reeve");
    await page.getByLabel("1.3 Email").fill(address);
    await page.getByLabel("1.4 Phone").fill("07700 900123");
    await page.getByLabel("1.5 Relationship").selectOption("Daughter");
    if (hasJavaScript) await expect(page.getByText("Saved as a draft.")).toBeVisible();
    await page.getByRole("button", { name: "Save and continue later" }).click();
    await expect(page.getByText("Your draft was saved.")).toBeVisible();
    await page.getByRole("link", { name: "New booking" }).click();
    await page.getByRole("link", { name: "Continue: Joanna Reeve" }).click();
    await expect(page.getByLabel("1.3 Email")).toHaveValue(address);

    await page.getByRole("checkbox", { name: "Capacity to Make a Will" }).check();
    await page.getByLabel("3.1 Town, city or postcode").fill("Leeds");
    const soon = new Date(app.deps.clock.now().getTime() + 2 * 86_400_000);
    await page.getByLabel("4.1 Preferred date").fill(soon.toISOString().slice(0, 10));
    await page.getByLabel("Weekends are possible too").check();
    const missing = page
      .getByRole("region", { name: "Summary" })
      .getByRole("link", { name: "Please write why" });
    if (hasJavaScript) await expect(missing).toBeVisible();
    await page.getByRole("button", { name: "Make the booking" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Please write why");
    await expectAccessible(page);
    await page.getByLabel("Reason for less than 7 days’ notice").fill("Discharge on Friday");
    await page.getByLabel("Day", { exact: true }).last().fill(soon.toISOString().slice(0, 10));
    await page.getByLabel("Starts at").fill(hasJavaScript ? "10:00" : "14:00");
    await page.getByRole("button", { name: "Show who is free" }).click();
    const summary = page.getByRole("region", { name: "Summary" });
    await expect(summary).toContainText(/\d+ of \d+ free/);
    await expect(summary).toContainText("Nothing: the booking can be made.");
    await page.getByRole("radio", { name: "Omar Reid" }).check();
    await page.getByRole("checkbox", { name: "A private person says" }).check();
    await expect(page.getByLabel("1.3 Email")).toHaveValue(address);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Make it and agree the visit" }).click();

    await expect(page.getByText("The booking was made and the visit agreed.")).toBeVisible();
    await expect(page.getByText(/with Omar Reid/).first()).toBeVisible();
    await expect(page.getByText("Urgent", { exact: true })).toBeVisible();
    // The invoice may be made meanwhile: the overview has the latest three things alone.
    await page.getByRole("link", { name: "All that happened" }).click();
    await expect(
      page.getByText(/How it came: Telephone. At short notice: Discharge on Friday/).first(),
    ).toBeVisible();
    await expect(page.getByRole("strong").filter({ hasText: "Spoke to the referrer" }).first()).toBeVisible();
    await expect(page.getByText(", Priya Nair").first()).toBeVisible();
    const subjects = async () =>
      (await app.mails()).filter(({ to }) => to?.[0]?.address === address).map(({ subject }) => subject);
    // The confirmation, the visit and the deposit's invoice.
    await expect.poll(subjects).toHaveLength(3);
  },
);

test("by keyboard, New booking reaches its button in under 40 tabs, and a search the heading of what it found", async ({
  page,
  context,
  app,
}) => {
  const name = `Tabb${app.deps.ids.uuid().slice(-6)}`;
  for (const client_first_name of ["Ann", "Bea"])
    await createBooking(app.deps, { client_first_name, client_last_name: name });
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/admin/bookings/new");
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  let tabs = 0;
  const tabTo = async (words: string) => {
    do {
      tabs += 1;
      await page.keyboard.press("Tab");
    } while (!(await focused()).includes(words) && tabs < 60);
  };
  await tabTo("Skip to main content");
  await page.keyboard.press("Enter");
  await tabTo("Past the optional parts");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Make the booking" })).toBeFocused();
  expect(tabs).toBeLessThan(39);

  await page.keyboard.press("/");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Found for “${name}”` })).toBeFocused();
});
