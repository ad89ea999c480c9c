import { readFile } from "node:fs/promises";
import { createBooking } from "../setup/factories.ts";
import { FILES, pdf } from "../setup/files.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });

inBothModes(
  "a referrer sends papers, and staff download them",
  async ({ page, context, app, hasJavaScript }) => {
    const booking = await createBooking(app.deps);
    await open(page, `/referral-form/${booking.id}?token=${booking.token}`, hasJavaScript);
    await page.getByRole("navigation", { name: "Sections" }).getByText("Documents", { exact: true }).click();
    await expect(page.getByRole("heading", { name: "Documents", level: 1 })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Select a document");

    await page.getByLabel("What it is").selectOption("Court papers");
    const files = page.getByLabel("Documents", { exact: true });
    await files.setInputFiles([file("order.pdf", pdf("order")), file("notes.txt", Buffer.from("Notes"))]);
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText("notes.txt: The selected file must be a PDF").first()).toBeVisible();
    await expect(page.getByRole("rowheader", { name: "order.pdf" })).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel("What it is").selectOption("Photo of ID");
    await page.getByLabel("Staff only").check();
    await files.setInputFiles([file("passport.jpg", FILES.jpg)]);
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText("Your documents were uploaded.")).toBeVisible();
    await page.getByLabel("What it is").selectOption("Will or draft will");
    await page.getByRole("button", { name: "I’ll send it by post" }).click();
    await expect(page.getByText("Noted: we expect it by post.")).toBeVisible();
    await expect(page.getByRole("link", { name: "order.pdf" })).toHaveCount(0);
    await expectAccessible(page);

    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
    await page.getByRole("link", { name: "Open the documents" }).click();
    await expect(page.getByText("were not checked for viruses").first()).toBeVisible();
    await expectAccessible(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "order.pdf" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("order.pdf");
    expect((await readFile(await download.path())).equals(pdf("order"))).toBe(true);

    await page.getByRole("button", { name: "It arrived: Will or draft will" }).click();
    await expect(page.getByText("Noted: it is no longer expected by post.")).toBeVisible();
    await page.getByRole("button", { name: "Delete passport.jpg" }).click();
    await expect(page.getByText("The document was deleted.")).toBeVisible();
    await expect(page.getByText("passport.jpg")).toHaveCount(0);
  },
);
