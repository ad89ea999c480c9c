import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";

inBothModes("an unknown address shows the not-found page", async ({ page, hasJavaScript }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page).toHaveTitle("Page not found – Capacity Assessments");
  await expect(page.getByRole("link", { name: "Login" }).first()).toHaveAttribute("href", "/admin/login");
  await open(page, "/no-such-page", hasJavaScript);
  await expectAccessible(page);
});

for (const path of ["/booking/no-such-booking", "/referral-form/no-such-booking"]) {
  inBothModes(`${path} shows the Booking Not Found page`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Booking Not Found" })).toBeVisible();
    await expect(page.getByText("We couldn't find your booking.")).toBeVisible();
  });
}
