import { beginDraft, OPEN_SCHEDULING } from "../setup/drafts.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";

inBothModes(
  "a private person sees what they agree to pay and how to cancel; a solicitor is not asked",
  async ({ page, context, app, hasJavaScript }) => {
    await open(page, await beginDraft(app, context, "confirmation", OPEN_SCHEDULING), hasJavaScript);
    await expect(page.getByText("With Confirm Booking you agree to pay £595.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();
    const id = page.url().split("/").at(-1)!;
    await open(page, `/booking/${id}`, hasJavaScript);
    await expect(page.getByRole("heading", { name: "Your right to cancel" })).toBeVisible();
    await page.getByRole("link", { name: "Ask us to start earlier" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Yes, please start earlier" }).click();
    await expect(page.getByText("Thank you: we can plan the visit for any day now.")).toBeVisible();
    await expect(page.getByText("You asked us to start before then.")).toBeVisible();
    await page.getByRole("link", { name: "cancellation form" }).click();
    await expect(page.getByRole("heading", { name: "Cancellation form" })).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await page.getByRole("link", { name: "Cancel online" }).click();
    await expect(page.getByRole("heading", { name: "You can cancel free of charge" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Cancel the booking" }).click();
    await expect(
      page.getByText("Your booking is cancelled. We have emailed you a confirmation."),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Cancel online" })).toHaveCount(0);

    const { token, ...solicitors } = await createBooking(app.deps, {
      referrer_relationship: "Solicitor",
      referrer_organisation: "Oak LLP",
    });
    await open(page, `/booking/${solicitors.id}?token=${token}`, hasJavaScript);
    await expect(page.getByRole("heading", { name: "Your right to cancel" })).toHaveCount(0);
  },
);
