import { startCookielessProxy } from "../setup/cookieless-proxy.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { fillReferrer, pressContinue } from "../setup/wizard.ts";

inBothModes("a browser that refuses cookies is told so, and nothing typed is lost", async (journey) => {
  const { page, app, hasJavaScript } = journey;
  const proxy = await startCookielessProxy(app.origin);
  // Chromium with site data blocked says that it takes cookies, and drops them.
  await page.addInitScript(() => Object.defineProperty(document, "cookie", { get: () => "", set() {} }));
  await open(page, `${proxy.origin}/booking?assessments=capacity-will`, hasJavaScript);
  await fillReferrer(page, { firstName: "Zoë" });
  await pressContinue(page);
  await expect(page.getByRole("heading", { name: "Your browser does not accept our cookie" })).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Zoë");
  await expect(page.getByText("Already chosen for you")).toBeVisible();
  await expect(page.getByRole("link", { name: "print the paper form" })).toBeVisible();
  await expectAccessible(page);

  await pressContinue(page);
  await expect(page.getByLabel("First name")).toHaveValue("Zoë");

  await open(page, `${proxy.origin}/`, hasJavaScript);
  await fillReferrer(page, { firstName: "Zoë" });
  await page.getByRole("button", { name: "Not sure which assessment?" }).click();
  await expect(page.getByRole("heading", { name: "Your browser does not accept our cookie" })).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Zoë");
  proxy.close();
});
