import { addDays, formatLongDate, londonDate } from "#app/platform/dates.ts";
import { createAssessor } from "../setup/visits.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { signedIn, signInBrowser } from "../setup/signed-in.ts";

inBothModes("an Administrator states what only they know, and downloads the pack", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/admin/assurance", hasJavaScript);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Assurance pack");
  await expectAccessible(page);
  await page.getByRole("link", { name: "What we state ourselves" }).click();
  const officer = `Dr Lena Okoro, GMC 700${hasJavaScript ? 1 : 2}`;
  await page.getByLabel("Clinical safety officer").fill(officer);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectAccessible(page);
  await open(page, "/admin/assurance", hasJavaScript);
  await expect(page.getByRole("main")).toContainText(officer);
  await expect(page.getByRole("main")).toContainText("Not stated");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the pack" }).click();
  expect((await download).suggestedFilename()).toMatch(/^assurance-pack-\d{4}-\d\d-\d\d\.zip$/);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("link", { name: "Download the pack" })).toBeHidden();
  await expect(page.getByText("H01: The assessor goes to a wrong address")).toBeVisible();
});

inBothModes(
  "staff record an assessor's insurance, and the assessor reads until when it is",
  async (journey) => {
    const { page, context, app, hasJavaScript } = journey;
    const assessor = await createAssessor(app.deps as never, { last_name: `Insured ${hasJavaScript}` });
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/assessors/${assessor.id}`, hasJavaScript);
    const until = addDays(londonDate(app.deps.clock.now()), 30);
    const card = page.getByRole("region", { name: "Fit to assess" });
    await card.getByLabel("Professional indemnity insurance: valid until").fill(until);
    await card.getByRole("button", { name: "Save papers" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Write what you saw.");
    await expectAccessible(page);
    await card.getByLabel("Professional indemnity insurance: seen").fill("Insurer, policy 7");
    await card.getByRole("button", { name: "Save papers" }).click();
    await expect(page.getByText("The papers were saved.")).toBeVisible();
    await open(page, "/admin/assessors?show=papers", hasJavaScript);
    await expect(page.getByRole("main")).toContainText(`Insured ${hasJavaScript}`);
    await signInBrowser(context, app, assessor);
    await open(page, "/assessor/profile", hasJavaScript);
    await expect(page.getByText(`Until ${formatLongDate(until)} (Insurer, policy 7)`)).toBeVisible();
    await expectAccessible(page);
  },
);
