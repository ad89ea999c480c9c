import { issueDocument } from "../../app/features/billing/own/documents.server.ts";
import { storeAccount } from "../../app/features/billing/own/store-account.server.ts";
import { londonDate } from "../../app/platform/dates.ts";
import { createBooking } from "../setup/factories.ts";
import { makeInvoicesHere, testInvoice } from "../setup/own-invoices.ts";
import type { TestDeps } from "../setup/deps.ts";
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

inBothModes(
  "a bank file is read, its sure line booked, and another one for the booking that staff enter",
  async ({ page, context, app, hasJavaScript }) => {
    const deps = app.deps as unknown as TestDeps;
    await makeInvoicesHere(deps);
    const [first, second] = [await createBooking(deps), await createBooking(deps)];
    for (const booking of [first, second]) {
      await issueDocument(deps.db, deps, testInvoice(booking.id));
      await storeAccount(deps, booking);
    }
    await signedIn(context, app, { role_id: "administrator" });
    await open(page, "/admin/payments", hasJavaScript);
    await page.getByRole("link", { name: "Read a bank file" }).click();
    const day = londonDate(deps.clock.now());
    const read = async (text: string) => {
      const file = { name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
      await page.getByLabel("File", { exact: true }).setInputFiles(file);
      await page.getByRole("button", { name: "Read file" }).click();
    };
    await read(`Date,Description,Amount\n${day},x,"1.200,00"`);
    await expect(page.getByRole("alert").first()).toContainText("Line 2: “1.200,00” is not an amount");
    await expectAccessible(page);
    const lines = [
      `${day},FPI ${first.reference},595.00`,
      `${day},MR ${second.id},100.00`,
      `${day},RENT,-800.00`,
    ];
    await read(["Date,Description,Amount", ...lines].join("\n"));
    await expect(page.getByText("2 lines with new payments")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Book the ticked ones" }).first().click();
    await expect(page.getByText("The ticked lines were booked.")).toBeVisible();
    await page.getByRole("checkbox", { name: "£100.00 on" }).check();
    await page.getByLabel("Booking or invoice of £100.00").fill("MCA-XXXX-9999");
    await page.getByRole("button", { name: "Book the ticked ones" }).click();
    await expect(page.getByRole("alert").first()).toContainText("no invoice “MCA-XXXX-9999”");
    await expect(page.getByRole("checkbox", { name: "£100.00 on" })).toBeChecked();
    await page.getByLabel("Booking or invoice of £100.00").fill(second.reference);
    await page.getByRole("button", { name: "Book the ticked ones" }).click();
    await expect(page.getByText("The ticked lines were booked.")).toBeVisible();
    await open(page, `/admin/bookings/${second.id}/invoices`, hasJavaScript);
    await expect(page.getByText("From the bank file")).toBeVisible();
    await expect(page.getByText("£100.00").first()).toBeVisible();
  },
);
