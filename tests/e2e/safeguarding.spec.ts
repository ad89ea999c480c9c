import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";

inBothModes(
  "a concern is recorded on a booking, and read, noted and closed by whoever has the right",
  async ({ page, context, app, hasJavaScript }) => {
    const booking = await createBooking(app.deps);
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
    await expect(page.getByRole("link", { name: /^Safeguarding log/ })).toHaveCount(0);
    await page.getByRole("link", { name: "Record a concern" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Record the concern" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Please write what worries you.");
    await page.getByLabel("What worries you?").fill("The nephew has her bank card.");
    await page.getByRole("button", { name: "Record the concern" }).click();
    await expect(page.getByText("The concern was recorded")).toBeVisible();

    await context.clearCookies();
    await signedIn(context, app, { role_id: "coordinator", sees_concerns: 1 });
    await open(page, "/admin/dashboard", hasJavaScript);
    const card = page.getByRole("listitem").filter({ hasText: "Safeguarding concerns" });
    await card.getByRole("link", { name: booking.reference }).click();
    await expect(page.getByText("The nephew has her bank card.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("What was done, or found out?").fill("Called the council.");
    await page.getByRole("button", { name: "Add and close the concern" }).click();
    await expect(page.getByText("The concern was closed.")).toBeVisible();
    await expect(page.getByText("Nothing open")).toBeVisible();
  },
);
