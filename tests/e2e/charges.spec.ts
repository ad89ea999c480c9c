import type { Deps } from "../../app/deps.server.ts";
import { bookingToken } from "../../app/features/booking/record/guards.server.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";

inBothModes(
  "staff propose a charge, the customer agrees by the link, and it is in the next invoice",
  async ({ page, context, app, hasJavaScript }) => {
    const deps = app.deps as unknown as Deps;
    const booking = await createBooking(deps);
    await signedIn(context, app, { role_id: "coordinator", handles_money: 1 });
    await open(page, `/admin/bookings/${booking.id}/charges`, hasJavaScript);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Charges ${booking.reference}`);
    await page.getByLabel("What it is for").selectOption("Interpreter");
    await page.getByLabel("Amount with VAT, in pounds").fill("1.200,00");
    await page.getByRole("button", { name: "Propose charge" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Do you mean £1,200.00?");
    await expectAccessible(page);
    await page.getByLabel("Amount with VAT, in pounds").fill("99");
    await page.getByLabel("Note to the customer").fill("By video, on the day of the visit.");
    await page.getByRole("button", { name: "Propose charge" }).click();
    await expect(page.getByText("Where the customer is asked, the email is on its way.")).toBeVisible();
    await expect(page.getByText("Waits for an answer")).toBeVisible();
    await open(page, "/admin/charges", hasJavaScript);
    await expect(page.getByRole("link", { name: booking.reference })).toBeVisible();
    await expectAccessible(page);

    await context.clearCookies();
    const link = `?token=${bookingToken(deps, booking)}`;
    await open(page, `/booking/${booking.id}${link}`, hasJavaScript);
    await page.getByRole("link", { name: "See the charge and answer" }).click();
    await expect(page.getByText("Do you agree to this charge?")).toBeVisible();
    await expect(page.getByText("By video, on the day of the visit.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "I agree" }).click();
    await expect(page.getByText("Thank you. The charge is on your next invoice.")).toBeVisible();
    await expect(page.getByText("You agreed to it")).toBeVisible();
    await expect(page.getByRole("button", { name: "I agree" })).toHaveCount(0);
    await open(page, `/booking/${booking.id}`, hasJavaScript);
    await expect(page.getByRole("link", { name: "£99.00 agreed" })).toBeVisible();

    await context.clearCookies();
    await signedIn(context, app, { role_id: "coordinator", handles_money: 1 });
    await open(page, `/admin/bookings/${booking.id}/charges`, hasJavaScript);
    await expect(page.getByText("by the customer")).toBeVisible();
    await page.getByText("Waive it").click();
    await page.getByRole("button", { name: "Waive the charge" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Say why it is waived.");
    await page.getByLabel("Why", { exact: true }).fill("Goodwill");
    await page.getByRole("button", { name: "Waive the charge" }).click();
    await expect(page.getByText("The charge was waived.")).toBeVisible();
  },
);
