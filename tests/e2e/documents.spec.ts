import { readFile, writeFile } from "node:fs/promises";
import { createBooking } from "../setup/factories.ts";
import { FILES, pdf } from "../setup/files.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });

/** One word, longer than a phone is wide. */
const ORDER = `order_of_the_court_of_protection_${"2026_".repeat(12)}sealed.pdf`;

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
    await files.setInputFiles([file(ORDER, pdf("order")), file("notes.txt", Buffer.from("Notes"))]);
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText("notes.txt: The selected file must be a PDF").first()).toBeVisible();
    await expect(page.getByRole("rowheader", { name: ORDER })).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel("Staff only").check();
    await files.setInputFiles([file("copy.pdf", pdf("order"))]);
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText(`You have sent this file already, as “${ORDER}”`).first()).toBeVisible();
    await page.getByLabel(`Change ${ORDER}`).first().click();
    await page.getByLabel("Kind", { exact: true }).selectOption("Will or draft will");
    await expectAccessible(page);
    await page.getByRole("button", { name: `Save the change of ${ORDER}` }).click();
    await expect(page.getByText("The change was saved.")).toBeVisible();
    await expect(page.getByRole("row", { name: ORDER })).toContainText("Will or draft will");
    await expect(page.getByText("You have sent this file already")).toHaveCount(0);

    await page.getByLabel("What it is").selectOption("Photo of ID");
    await page.getByLabel("Staff only").check();
    await files.setInputFiles([file("passport.jpg", FILES.jpg)]);
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText("Your documents were uploaded.")).toBeVisible();
    await page.getByLabel("What it is").selectOption("Will or draft will");
    await page.getByRole("button", { name: "I’ll send it by post" }).click();
    await expect(page.getByText("Noted: we expect it by post.")).toBeVisible();
    await expect(page.getByRole("link", { name: ORDER })).toHaveCount(0);
    await expectAccessible(page);

    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
    await page.getByRole("link", { name: "Open the documents" }).click();
    await expect(page.getByText("were not checked for viruses").first()).toBeVisible();
    await expectAccessible(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: ORDER }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(ORDER);
    expect((await readFile(await download.path())).equals(pdf("order"))).toBe(true);

    await page.getByRole("button", { name: "It arrived: Will or draft will" }).click();
    await expect(page.getByText("Noted: it is no longer expected by post.")).toBeVisible();
    await page.getByRole("button", { name: "Delete passport.jpg" }).click();
    await expect(page.getByText("The document was deleted.")).toBeVisible();
    await expect(page.getByText("passport.jpg")).toHaveCount(0);
  },
);

test("with JavaScript, a line that drops in the third of three files keeps two, and the third is tried again", async ({
  page,
  context,
  app,
}) => {
  const booking = await createBooking(app.deps);
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, `/admin/bookings/${booking.id}/documents`);
  let posts = 0;
  await page.route("**/documents", (route) =>
    route.request().method() === "POST" && ++posts === 3 ? route.abort("connectionreset") : route.continue(),
  );
  const names = ["one.pdf", "two.pdf", "three.pdf"];
  const chosen = names.map((name) => file(name, pdf(name)));
  await page.getByLabel("Documents", { exact: true }).setInputFiles(chosen);
  await page.getByRole("button", { name: "Upload" }).dblclick();

  const sending = page.getByRole("list", { name: "Files being uploaded" });
  const failed = "three.pdf: The selected file could not be uploaded – try again";
  await expect(sending.getByRole("alert")).toHaveText(failed);
  for (const name of ["one.pdf", "two.pdf"])
    await expect(page.getByRole("rowheader", { name })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "three.pdf" })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Try again: three.pdf" }).click();
  await expect(page.getByText("Your documents were uploaded.")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "three.pdf" })).toBeVisible();
  await expect(sending).toHaveCount(0);
  expect(posts).toBe(4);
});

test("with JavaScript, Upload sends a file that failed again with a new one, and a refused one cannot be tried again", async ({
  page,
  context,
  app,
}) => {
  const booking = await createBooking(app.deps);
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, `/admin/bookings/${booking.id}/documents`);
  let posts = 0;
  await page.route("**/documents", (route) =>
    route.request().method() === "POST" && ++posts === 1 ? route.abort("connectionreset") : route.continue(),
  );
  const choose = (...chosen: ReturnType<typeof file>[]) =>
    page.getByLabel("Documents", { exact: true }).setInputFiles(chosen);
  const upload = page.getByRole("button", { name: "Upload" });
  await choose(file("cut.pdf", pdf("cut")), file("notes.txt", Buffer.from("Notes")));
  await upload.click();
  await expect(page.getByText("notes.txt: The selected file must be a PDF")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again: cut.pdf" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again: notes.txt" })).toHaveCount(0);

  await choose(file("new.pdf", pdf("new")));
  await upload.click();
  await expect(page.getByText("Your documents were uploaded.")).toBeVisible();
  for (const name of ["cut.pdf", "new.pdf"])
    await expect(page.getByRole("rowheader", { name })).toBeVisible();
});

test("with JavaScript, a file that is refused says why, and nothing of an upload before it", async ({
  page,
  app,
}, info) => {
  const booking = await createBooking(app.deps);
  await open(page, `/referral-form/${booking.id}/documents?token=${booking.token}`);
  const choose = (...chosen: ReturnType<typeof file>[]) =>
    page.getByLabel("Documents", { exact: true }).setInputFiles(chosen);
  const upload = page.getByRole("button", { name: "Upload" });
  const said = page.getByRole("list", { name: "Files being uploaded" }).getByRole("alert");
  /** A path, as Playwright sends the bytes of other files slowly to the browser. */
  const chooseLarge = async (name: string, megabytes: number) => {
    const path = info.outputPath(name);
    await writeFile(path, Buffer.concat([pdf(name), Buffer.alloc(megabytes * 1024 * 1024)]));
    await page.getByLabel("Documents", { exact: true }).setInputFiles(path);
  };
  await choose(file("letter.pdf", pdf("letter")));
  await upload.click();
  await expect(page.getByText("Your documents were uploaded.")).toBeVisible();
  await chooseLarge("large.pdf", 11);
  await upload.click();
  await expect(said).toHaveText("large.pdf: The selected file must be smaller than 10MB");
  await expect(page.getByText("Your documents were uploaded.")).toHaveCount(0);
  await choose(file("again.pdf", pdf("letter")));
  await upload.click();
  await expect(page.getByText("You have sent this file already.")).toBeVisible();

  const change = app.deps.db.updateTable("bookings").where("id", "=", booking.id);
  await change.set({ status: "cancelled" }).execute();
  await chooseLarge("late.pdf", 9);
  await upload.click();
  await expect(said).toHaveText("This booking is cancelled. It takes no more documents.");
});

test("with JavaScript, a file on its way shows how far it is, and can be cancelled", async ({
  page,
  context,
  app,
}) => {
  const booking = await createBooking(app.deps);
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, `/admin/bookings/${booking.id}/documents`);
  await page.route("**/documents", (route) =>
    route.request().method() === "POST" && route.request().postData()?.includes("slow.pdf")
      ? undefined
      : route.continue(),
  );
  const chosen = ["slow.pdf", "quick.pdf"].map((name) => file(name, pdf(name)));
  await page.getByLabel("Documents", { exact: true }).setInputFiles(chosen);
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("Uploading 1 of 2.")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "slow.pdf: uploaded" })).toBeVisible();
  await expectAccessible(page);

  page.once("dialog", (dialog) => dialog.dismiss());
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/\/documents$/);
  await page.getByRole("button", { name: "Cancel: slow.pdf" }).click();
  await expect(page.getByRole("rowheader", { name: "quick.pdf" })).toBeVisible();
  await expect(page.getByText("slow.pdf")).toHaveCount(0);
});
