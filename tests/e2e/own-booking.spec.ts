import { addDays, isWeekend, londonDate } from "#app/platform/dates.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";

inBothModes(
  "a referrer asks for another date and to cancel, staff answer, and the referrer sees it",
  async ({ page, context, app, hasJavaScript }) => {
    const address = `own-${hasJavaScript}@example.org`;
    const { deps } = app;
    const booking = await createBooking(deps, {
      referrer_email: address,
      referrer_email_key: address,
      // The right to cancel is over.
      created_at: new Date(deps.clock.now().getTime() - 20 * 86_400_000).toISOString(),
    });
    await open(page, `/booking/${booking.id}?token=${booking.token}`, hasJavaScript);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Ask for another date" }).click();
    await page.getByRole("button", { name: "Send request" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Please enter the date that would suit you.");
    await expectAccessible(page);
    let day = addDays(londonDate(deps.clock.now()), 21);
    if (isWeekend(day)) day = addDays(day, 2);
    const [year, month, dayOfMonth] = day.split("-").map(Number);
    await page.getByLabel("Day").fill(String(dayOfMonth));
    await page.getByLabel("Month").fill(String(month));
    await page.getByLabel("Year").fill(String(year));
    await page.getByRole("button", { name: "Send request" }).click();
    await expect(page.getByText("We have your request for another date")).toBeVisible();
    await expect(page.getByText("Waiting for our answer")).toBeVisible();

    await page.getByRole("link", { name: "Ask to cancel" }).click();
    await expect(page.getByRole("heading", { name: "There is no fixed fee" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Ask to cancel" }).click();
    await expect(page.getByText("We have your request to cancel")).toBeVisible();

    await page.getByRole("link", { name: "Correct your contact details" }).click();
    await expectAccessible(page);
    await page.getByLabel("First name").fill("Joanne");
    await page.getByRole("button", { name: "Save details" }).click();
    await expect(page.getByText("Joanne Reeve")).toBeVisible();
    await page.getByRole("link", { name: "Book again for the same person" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Start the new booking" }).click();
    await expect(page.getByRole("heading", { name: "Assessment Selection" })).toBeVisible();

    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
    await expectAccessible(page);
    const toCancel = page.getByRole("region", { name: "The referrer asks to cancel" });
    await toCancel.getByLabel("Answer to the referrer").fill("We look forward to another day.");
    await toCancel.getByRole("button", { name: "Decline" }).click();
    await expect(page.getByText("The request was answered.")).toBeVisible();
    await page.getByRole("button", { name: "Accept the new date" }).click();
    await expect(page.getByRole("button", { name: "Accept the new date" })).toHaveCount(0);
    const subjects = async () =>
      (await app.mails()).filter(({ to }) => to?.[0]?.address === address).map(({ subject }) => subject);
    await expect
      .poll(subjects)
      .toEqual(expect.arrayContaining([expect.stringContaining("Your request about booking")]));
    await context.clearCookies();
    await open(page, `/booking/${booking.id}?token=${booking.token}`, hasJavaScript);
    await expect(page.getByText("We wrote: We look forward to another day.")).toBeVisible();
  },
);
