import { checkCodeOf } from "#app/features/report/check-codes.server.ts";
import { withdrawReport } from "#app/features/report/review-report.server.ts";
import { NO_STORE } from "../setup/every-form.ts";
import type { Deps } from "#app/deps.server.ts";
import { createBooking } from "../setup/factories.ts";
import { pdf } from "../setup/files.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { createDelivery } from "../setup/reports.ts";
import { BY_STAFF } from "../setup/visits.ts";

test.use({ hasOwnServer: true });

inBothModes("anybody checks a report by its code and by its file", async ({ page, app, hasJavaScript }) => {
  const deps = { documents: NO_STORE, jobs: { wake() {} }, ...app.deps } as unknown as Deps;
  const booking = await createBooking(app.deps);
  const { report, bytes } = await createDelivery(deps, booking.id, { text: `About ${booking.reference}` });
  const code = checkCodeOf(deps.secrets, { bookingId: booking.id, version: 1 });
  const file = (buffer: Buffer) => ({ name: "Report.pdf", mimeType: "application/pdf", buffer });
  const check = () => page.getByRole("button", { name: "Check the report" }).click();

  await open(page, "/complaints", hasJavaScript);
  await page.getByRole("link", { name: "Is this report true?" }).click();
  await expect(page.getByRole("heading", { name: "Is this report true?" })).toBeVisible();
  await expectAccessible(page);
  await check();
  await expect(page.getByRole("alert").first()).toContainText("Nothing was checked.");
  await expectAccessible(page);

  await page.getByLabel("Reference").fill(booking.reference.toLowerCase());
  await page.getByLabel("Check code").fill(code.toLowerCase().replaceAll("-", " "));
  await check();
  await expect(page.getByText(/^This is version 1, released on .* It is the newest\.$/)).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("File", { exact: false }).setInputFiles(file(pdf("A scan")));
  await check();
  await expect(page.getByText("this file is not the file that we released")).toBeVisible();

  await withdrawReport(deps, { bookingId: booking.id, reportId: report.id, by: BY_STAFF, reason: "Name" });
  await open(page, "/verify", hasJavaScript);
  await page.getByLabel("File", { exact: false }).setInputFiles(file(bytes));
  await check();
  await expect(page.getByText(/^It was withdrawn on .* Ask who gave it to you\.$/)).toBeVisible();
});
