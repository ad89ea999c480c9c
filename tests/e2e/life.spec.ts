import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Deps } from "#app/deps.server.ts";
import { bookingToken } from "#app/features/booking/record/guards.server.ts";
import { purgeExpired } from "#app/features/privacy/purge.server.ts";
import { createDocumentStore } from "#app/integrations/document-store/create-document-store.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { fixedClock } from "#scripts/seed/fixed-clock.ts";
import { pdf } from "../setup/files.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import type { ServerProcess } from "../setup/server-process.ts";
import { signedIn, signInBrowser } from "../setup/signed-in.ts";
import { createAssessor, workdayAfter } from "../setup/visits.ts";
import { choose, continueTo, draftOf, reachAssessments } from "../setup/wizard.ts";

/** Nine years of ours have passed at the end. */
test.use({ hasOwnServer: true });

const PROPERTY = "Property and Finance Capacity Assessment";
const NINE_YEARS_MS = 9 * 366 * 86_400_000;

/** The server's own records on a day far ahead. */
function depsLater({ deps }: ServerProcess): Deps {
  const later = new Date(deps.clock.now().getTime() + NINE_YEARS_MS);
  const more = { documents: createDocumentStore(deps.env), log: createLogger("silent") };
  return { ...deps, ...more, clock: fixedClock(later.toISOString()) } as unknown as Deps;
}

const TABLES = ["documents", "papers_by_post", "reports", "report_recipients"] as const;

/** All text of the data folder, as somebody who has the disk would search it. */
const everythingIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");

inBothModes(
  "a booking from the first page to its last day: papers, visit, report, receipt, purge",
  async ({ page, context, app, hasJavaScript }) => {
    const { db } = app.deps;
    const address = `life-${hasJavaScript}@example.org`;
    const mailTo = (to: string, subject: RegExp) => async () =>
      (await app.mails())
        .filter((mail) => mail.to?.[0]?.address === to && subject.test(mail.subject ?? ""))
        .at(-1)?.text;

    // Booked.
    await open(page, "/", hasJavaScript);
    await reachAssessments(page, { email: address });
    await choose(page, PROPERTY);
    await continueTo(page, "Location");
    await page.getByLabel("Town, city or postcode").fill("LS6 2AB");
    await continueTo(page, "Scheduling");
    await continueTo(page, "Confirmation");
    const draft = draftOf(page);
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();
    const row = await db
      .selectFrom("bookings")
      .select(["id", "token_version", "reference"])
      .where("draft_id", "=", draft)
      .executeTakeFirstOrThrow();
    const bookingId = row.id;
    const token = bookingToken(app.deps, row);
    const referrersPage = `/booking/${bookingId}?token=${token}`;

    /** Asserts where the booking is, on the referrer's page and in the API, which names the first step to come. */
    async function expectStep(words: string, next: string) {
      await context.clearCookies();
      await open(page, referrersPage, hasJavaScript);
      await expect(page.locator("[aria-current=step]")).toContainText(words);
      const answer = await page.request.get(`/api/bookings/${bookingId}?token=${token}`);
      const { progress } = (await answer.json()) as { progress: { step: string; isDone: boolean }[] };
      expect(progress.find(({ isDone }) => !isDone)?.step).toBe(next);
    }
    async function asStaff(path = "") {
      await context.clearCookies();
      await signedIn(context, app, { role_id: "coordinator" });
      await open(page, `/admin/bookings/${bookingId}${path}`, hasJavaScript);
    }
    await expectStep("Booked", "agreed");

    // Papers are sent, and one comes by post.
    await open(page, `/referral-form/${bookingId}?token=${token}`, hasJavaScript);
    await page.getByRole("navigation", { name: "Sections" }).getByText("Documents", { exact: true }).click();
    await page.getByLabel("What it is").selectOption("Court papers");
    const paper = { name: "order.pdf", mimeType: "application/pdf", buffer: pdf(`order ${hasJavaScript}`) };
    await page.getByLabel("Documents", { exact: true }).setInputFiles(paper);
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page.getByText("Your documents were uploaded.")).toBeVisible();
    await page.getByLabel("What it is").selectOption("Will or draft will");
    await page.getByRole("button", { name: "I’ll send it by post" }).click();
    await expect(page.getByText("Noted: we expect it by post.")).toBeVisible();
    await expectStep("Booked", "agreed");

    // A visit is agreed.
    const deps = app.deps as unknown as Deps;
    const email = `assessor-life-${hasJavaScript}@example.org`;
    const assessor = await createAssessor(deps, { email, last_name: `Nair ${hasJavaScript}` });
    const today = londonDate(deps.clock.now());
    await asStaff();
    await page.getByRole("link", { name: "Agree the visit" }).filter({ visible: true }).first().click();
    await page.locator("[name=day]").fill(workdayAfter(today, 14));
    await page.getByRole("button", { name: "Show who is free" }).click();
    await page.getByLabel(`Priya Nair ${hasJavaScript}`).check();
    await page.getByLabel("The referrer asked us to start").check();
    await page.getByRole("button", { name: "Agree the visit" }).click();
    await expect(page.getByText("The visit was agreed.")).toBeVisible();
    await expectStep("Date agreed", "visited");
    const { id: visitId } = await db
      .selectFrom("visits")
      .select("id")
      .where("booking_id", "=", bookingId)
      .executeTakeFirstOrThrow();

    // The visit took place yesterday, and the assessor records how.
    const held = { day: addDays(today, -1) };
    await db.updateTable("visits").set(held).where("id", "=", visitId).execute();
    await expectStep("Date agreed", "visited");
    async function asAssessor(path: string) {
      await context.clearCookies();
      await signInBrowser(context, app, assessor);
      await open(page, `/assessor/visits/${visitId}${path}`, hasJavaScript);
    }
    await asAssessor("/documents");
    const downloadingPaper = page.waitForEvent("download");
    await page.getByRole("link", { name: "order.pdf" }).click();
    expect((await readFile(await (await downloadingPaper).path())).equals(paper.buffer)).toBe(true);
    await asAssessor("/outcome");
    await page.getByLabel("Held in full").check();
    await page.getByLabel("Start").fill("10:00");
    await page.getByLabel("End", { exact: true }).fill("11:15");
    await page.getByLabel("In person").check();
    await page.getByLabel("How did you confirm").fill("Her passport");
    await page.getByRole("button", { name: "Record outcome" }).click();
    await expect(page.getByText("The outcome was recorded. Thank you.")).toBeVisible();
    await expectStep("Report being written (due ", "writing");

    // The report is sent, returned once, and sent again.
    async function sendReport(text: string) {
      await asAssessor("/report");
      await page.getByLabel(/I carried out this assessment/).check();
      await page.getByLabel("Your full name, as your signature").fill(`Priya Nair ${hasJavaScript}`);
      const file = { name: "report.pdf", mimeType: "application/pdf", buffer: pdf(text) };
      await page.getByLabel("File").setInputFiles(file);
      await page.getByRole("button", { name: "Send for review" }).click();
      await expect(page.getByText("Your report was sent to the office for review.")).toBeVisible();
    }
    async function openReview() {
      await asStaff();
      await page.getByRole("link", { name: "Open the report" }).click();
      await expect(page.getByText("In review")).toBeVisible();
    }
    const final = `Final ${hasJavaScript}`;
    await sendReport("Draft");
    await expectAccessible(page);
    await openReview();
    await page.getByRole("button", { name: "Release" }).click();
    await expect(page.getByText("Check and tick each point").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByText("Return it to the assessor").click();
    await page.getByLabel("Note to the assessor").fill("Page 3 has another name.");
    await page.getByRole("button", { name: "Return with note" }).click();
    await expect(page.getByText("Choose at least one reason.").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("The person’s details").check();
    await page.getByRole("button", { name: "Return with note" }).click();
    await expect(page.getByText("The report was returned to the assessor.")).toBeVisible();
    await expectStep("Report being written (due ", "writing");
    await asAssessor("/report");
    await expect(page.getByText("Page 3 has another name.")).toBeVisible();
    await expect(page.getByText("Reasons: The person’s details")).toBeVisible();
    await sendReport(final);
    await expectStep("Report being written (due ", "writing");

    // Staff release it to the referrer and a solicitor.
    const solicitor = `lena-${hasJavaScript}@solicitors.example`;
    await openReview();
    await page.getByLabel("Who it is").selectOption("Solicitor");
    await page.getByLabel("Name", { exact: true }).fill("Lena Okoro");
    await page.getByLabel("Email", { exact: true }).fill(solicitor);
    await page.getByRole("button", { name: "Add recipient" }).click();
    await expect(page.getByText("The recipient was added.")).toBeVisible();
    await page.getByRole("checkbox", { name: /Lena Okoro/ }).check();
    const checks = page.getByRole("group", { name: "Before you release it" }).getByRole("checkbox");
    for (const box of await checks.all()) await box.check();
    await page.getByRole("button", { name: "Release" }).click();
    await expect(page.getByText("The report was released.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Reports", exact: true }).click();
    // The mails may have left by now, or not.
    await expect(page.getByRole("row", { name: row.reference })).toContainText("to 2 recipients");
    await expectAccessible(page);
    await expectStep("Ready", "received");

    // The referrer opens it with a mailed code.
    await context.clearCookies();
    const linkIn = (mail: string) => /https?:\/\/\S+\/reports\/\S+/.exec(mail)![0];
    const linkOf = async (to: string) => {
      await expect.poll(mailTo(to, /A report is ready/)).toBeTruthy();
      const { pathname, search } = new URL(linkIn((await mailTo(to, /A report is ready/)())!));
      return pathname + search;
    };
    const link = await linkOf(address);
    const otherLink = await linkOf(solicitor);
    await open(page, link, hasJavaScript);
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
    expect((await readFile(await (await downloading).path())).equals(pdf(final))).toBe(true);
    await page.getByLabel("Your full name").fill("Joanna Reeve");
    await page.getByRole("button", { name: "I have received this report" }).click();
    await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
    await expectAccessible(page);

    // Staff complete the booking: the referrer's page does not change.
    const expectReceived = async () => {
      await context.clearCookies();
      await open(page, referrersPage, hasJavaScript);
      await expect(page.locator("[aria-current=step]")).toContainText("Received");
    };
    await expectReceived();
    await expectAccessible(page);
    await asStaff();
    await page.getByLabel("Change status to").selectOption("completed");
    await page.getByRole("button", { name: "Update status" }).click();
    await expect(page.getByText("The status was changed.")).toBeVisible();
    await expectReceived();
    await expect(page.getByText("Completed").first()).toBeVisible();

    // The booking's time is over: nothing of it opens, and nothing is left.
    const documents = await db
      .selectFrom("documents")
      .select("id")
      .where("booking_id", "=", bookingId)
      .execute();
    expect(documents).toHaveLength(3);
    const dueMails = () =>
      db
        .selectFrom("outbox")
        .select("id")
        .where("state", "in", ["queued", "leased"])
        .where("next_attempt_at", "<=", app.deps.clock.now().toISOString())
        .execute();
    await expect.poll(dueMails).toEqual([]);
    await purgeExpired(depsLater(app));
    await context.clearCookies();
    const statusOf = async (path: string) => (await page.request.get(path)).status();
    for (const path of [
      referrersPage,
      `/referral-form/${bookingId}/documents?token=${token}`,
      link,
      otherLink,
    ])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    await open(page, referrersPage, hasJavaScript);
    await expect(page.getByRole("heading", { name: "Booking Not Found" })).toBeVisible();
    await signInBrowser(context, app, assessor);
    for (const { id } of documents) expect(await statusOf(`/documents/${id}`)).toBe(404);
    for (const table of TABLES) {
      const rows = await db.selectFrom(table).selectAll().where("booking_id", "=", bookingId).execute();
      expect([table, rows]).toEqual([table, []]);
    }
    expect(await db.selectFrom("report_deliveries").selectAll().execute()).toEqual([]);
    const left = readdirSync(app.dataDir, { recursive: true }).map(String);
    expect(left.filter((name) => documents.some(({ id }) => name.includes(id)))).toEqual([]);
    expect(await mailTo(address, /./)()).toBeUndefined();
    expect(everythingIn(join(app.dataDir, "outbox"))).not.toContain(row.reference);
  },
);
