import { readFile } from "node:fs/promises";
import type { Deps } from "#app/deps.server.ts";
import { createBooking } from "../setup/factories.ts";
import { pdf } from "../setup/files.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { signedIn, signInBrowser } from "../setup/signed-in.ts";
import { BY_STAFF, createAssessor, PLAN } from "../setup/visits.ts";
import { agreeVisit } from "#app/features/visits/change-visit.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";

inBothModes(
  "a report is written, returned once, released, opened with a code and received",
  async ({ page, context, app, hasJavaScript }) => {
    const deps = { ...app.deps, jobs: { wake() {} } } as unknown as Deps;
    const address = `report-${hasJavaScript}@example.org`;
    const booking = await createBooking(deps, { referrer_email: address, referrer_email_key: address });
    const assessor = await createAssessor(deps);
    const today = londonDate(deps.clock.now());
    const visit = await agreeVisit(deps, {
      ...BY_STAFF,
      bookingId: booking.id,
      version: 1,
      plan: { ...PLAN, day: addDays(today, 1) },
      assessorId: assessor.id,
      isReferrerTold: false,
      overruled: { reason: "Agreed by phone" },
    });
    if (!visit.ok) throw new Error(`no visit: ${visit.problem}`);
    const held = { day: addDays(today, -1) };
    await deps.db.updateTable("visits").set(held).where("id", "=", visit.visitId).execute();
    const mailTo = (to: string, subject: RegExp) => async () =>
      (await app.mails())
        .filter((mail) => mail.to?.[0]?.address === to && subject.test(mail.subject ?? ""))
        .at(-1)?.text;

    async function sendReport(text: string) {
      await context.clearCookies();
      await signInBrowser(context, app, assessor);
      await open(page, `/assessor/visits/${visit.ok && visit.visitId}/report`, hasJavaScript);
      await page.getByLabel(/I carried out this assessment/).check();
      await page.getByLabel("Your full name, as your signature").fill("Priya Nair");
      const file = { name: "report.pdf", mimeType: "application/pdf", buffer: pdf(text) };
      await page.getByLabel("File").setInputFiles(file);
      await page.getByRole("button", { name: "Send for review" }).click();
      await expect(page.getByText("Your report was sent to the office for review.")).toBeVisible();
    }
    async function openReview() {
      await context.clearCookies();
      await signedIn(context, app, { role_id: "coordinator" });
      await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
      await page.getByRole("link", { name: "Open the report" }).click();
      await expect(page.getByText("In review")).toBeVisible();
    }

    await sendReport("Draft");
    await expectAccessible(page);
    await openReview();
    await page.getByRole("button", { name: "Release" }).click();
    await expect(page.getByText("Check and tick each point").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Note to the assessor").fill("Page 3 has another name.");
    await page.getByRole("button", { name: "Return with note" }).click();
    await expect(page.getByText("The report was returned to the assessor.")).toBeVisible();

    await sendReport("Final");
    await openReview();
    await page.getByLabel("Who it is").selectOption("Solicitor");
    await page.getByLabel("Name", { exact: true }).fill("Lena Okoro");
    await page.getByLabel("Email", { exact: true }).fill("lena@solicitors.example");
    await page.getByRole("button", { name: "Add recipient" }).click();
    await expect(page.getByText("The recipient was added.")).toBeVisible();
    for (const box of await page
      .getByRole("group", { name: "Before you release it" })
      .getByRole("checkbox")
      .all())
      await box.check();
    await page.getByRole("button", { name: "Release" }).click();
    await expect(page.getByText("The report was released.")).toBeVisible();
    await expectAccessible(page);

    await context.clearCookies();
    await expect.poll(mailTo(address, /A report is ready/)).toBeTruthy();
    const ready = (await mailTo(address, /A report is ready/)())!;
    const [link = ""] = /https?:\/\/\S+\/reports\/\S+/.exec(ready) ?? [];
    const { pathname, search } = new URL(link);
    await open(page, pathname + search, hasJavaScript);
    await page.getByRole("button", { name: "Send me a code" }).click();
    await expectAccessible(page);
    await expect.poll(mailTo(address, /Your code for a report/)).toBeTruthy();
    const [code = ""] = /^\d{6}$/m.exec((await mailTo(address, /Your code for a report/)())!) ?? [];
    await page.getByLabel("Code").fill("12");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Enter the six digits.").first()).toBeVisible();
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("SHA-256").first()).toBeVisible();
    await expectAccessible(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the report" }).click();
    const download = await downloading;
    expect((await readFile(await download.path())).equals(pdf("Final"))).toBe(true);
    await page.getByLabel("Your full name").fill("Joanna Reeve");
    await page.getByRole("button", { name: "I have received this report" }).click();
    await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
    await expectAccessible(page);

    await open(page, `/booking/${booking.id}?token=${booking.token}`, hasJavaScript);
    await expect(page.locator("[aria-current=step]")).toContainText("Received");
    await expectAccessible(page);
  },
);
