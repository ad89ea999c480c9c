import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";

inBothModes("an unknown address shows the not-found page", async ({ page, hasJavaScript }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Login" }).first()).toHaveAttribute("href", "/admin/login");
  await open(page, "/no-such-page", hasJavaScript);
  await expectAccessible(page);
});
