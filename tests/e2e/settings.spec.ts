import { expect, inBothModes } from "#tests/setup/journey.ts";
import { signedIn } from "#tests/setup/signed-in.ts";

inBothModes("a practice gives itself a name, a colour and an assessment", async ({ page, context, app }) => {
  await signedIn(context, app, { role_id: "administrator" });
  const name = `Cartref ${Date.now()}`;
  await page.goto("/admin/settings/company");
  await page.getByLabel("Name of the service").fill(name);
  await page.getByLabel("Accent colour").fill("#ffcc00");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/The nearest shade that can be read is #/).first()).toBeVisible();
  await page.getByLabel("Accent colour").fill("#8a1c5b");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. It holds from now on.")).toBeVisible();

  await page.goto("/admin/settings/assessments");
  const assessment = `Capacity ${Date.now()}`;
  await page.getByLabel("Name of the new one").fill(assessment);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. It holds from now on.")).toBeVisible();

  await page.goto("/booking?print=true");
  await expect(page.getByText(name).first()).toBeVisible();
  await expect(page.getByText(assessment)).toBeVisible();
});
