import { createBooking, createInvoiceRow } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";

inBothModes(
  "a referrer adds a PO number after the invoice, staff find it, change Xero and say so",
  async ({ page, context, app, hasJavaScript }) => {
    const { deps } = app;
    const booking = await createBooking(deps, { payment_method: "pay_now" });
    await createInvoiceRow(deps, booking);
    await open(page, `/booking/${booking.id}?token=${booking.token}`, hasJavaScript);
    await page.getByRole("link", { name: "Add a PO number or billing details" }).click();
    await expect(page.getByText("Your invoice has been made already.")).toBeVisible();
    await expectAccessible(page);
    const number = `4500${booking.reference.replaceAll(/\D/g, "")}99`;
    await page.getByLabel("PO number").fill(number);
    await page.getByLabel("Billing name").fill("Oak LLP");
    await page.getByLabel("Billing email").fill("accounts");
    await page.getByRole("button", { name: "Save billing details" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Email address must include an @ symbol");
    await expectAccessible(page);
    await page.getByLabel("Billing email").fill("accounts@oak.example.org");
    await page.getByRole("button", { name: "Save billing details" }).click();
    await expect(page.getByText("Your billing details were saved.")).toBeVisible();
    await expect(page.getByText("We will change it for you.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "See the confirmation" }).click();
    await expect(page.getByText("Oak LLP")).toBeVisible();

    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/dashboard?search=${number}`, hasJavaScript);
    await page.getByRole("table").getByRole("link", { name: booking.reference }).click();
    await expect(
      page.getByText(`change its reference to “${booking.reference}, PO ${number}”`),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "I changed it in Xero" }).click();
    await expect(page.getByText("The invoice has the billing details now.")).toBeVisible();
    await page.getByRole("link", { name: "Edit billing details" }).click();
    await expect(page.getByLabel("Billing name")).toHaveValue("Oak LLP");
    await expectAccessible(page);
  },
);
