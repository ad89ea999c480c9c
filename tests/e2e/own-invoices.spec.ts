import { beginDraft, OPEN_SCHEDULING } from "../setup/drafts.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";

inBothModes(
  "without Xero, a booking that is paid now leads to an invoice, of which staff credit a part",
  async ({ page, context, app, hasJavaScript }) => {
    await open(page, await beginDraft(app, context, "confirmation", OPEN_SCHEDULING), hasJavaScript);
    await page.getByLabel("Pay now").check();
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    if (!hasJavaScript) await page.getByRole("link", { name: "Pay online now" }).click();
    await page.waitForURL("**/invoices/**");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("INV-");
    await expect(page.getByRole("heading", { name: "How to pay" })).toBeVisible();
    await expectAccessible(page);
    const invoice = page.url();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^INV-\d{6}\.pdf$/);

    await signedIn(context, app, { role_id: "administrator" });
    const { booking_id } = await app.deps.db
      .selectFrom("invoice_documents")
      .select("booking_id")
      .where("id", "=", new URL(invoice).pathname.split("/").at(-1)!)
      .executeTakeFirstOrThrow();
    await open(page, `/admin/bookings/${booking_id}`, hasJavaScript);
    await page.getByRole("link", { name: "Invoices of this booking" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Invoices of booking");
    await expectAccessible(page);
    await page.getByLabel("Amount with VAT, in pounds").fill("1.200,00");
    await page.getByLabel("Reason").fill("A discount that we agreed");
    await page.getByRole("button", { name: "Issue credit note" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Do you mean £1,200.00?");
    await expect(page.getByLabel("Reason")).toHaveValue("A discount that we agreed");
    await expectAccessible(page);
    await page.getByLabel("Amount with VAT, in pounds").fill("70");
    await page.getByRole("button", { name: "Issue credit note" }).click();
    await expect(page.getByText("The credit note was issued")).toBeVisible();
    await page.getByRole("link", { name: /^CN-/ }).click();
    await expect(page.getByText("A discount that we agreed")).toBeVisible();
    await expectAccessible(page);
    await open(page, invoice, hasJavaScript);
    await expect(page.getByText("Other documents of this booking")).toBeVisible();
  },
);
