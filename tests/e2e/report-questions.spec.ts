import { readFile } from "node:fs/promises";
import type { Deps } from "#app/deps.server.ts";
import { deliveryLink } from "#app/features/report/deliver-report.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { NO_STORE } from "../setup/every-form.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { createDelivery } from "../setup/reports.ts";
import { signedIn, signInBrowser } from "../setup/signed-in.ts";
import { BY_STAFF, createAssessor, PLAN } from "../setup/visits.ts";

test.use({ viewport: { width: 375, height: 667 } });

inBothModes(
  "questions about a report are asked, passed on, answered, read, released and received",
  async ({ page, context, app, hasJavaScript }) => {
    const deps = { documents: NO_STORE, jobs: { wake() {} }, ...app.deps } as unknown as Deps;
    const address = `asks-${hasJavaScript}@example.org`;
    const email = { referrer_email: address, referrer_email_key: address };
    const booking = await createBooking(app.deps, email);
    const author = await createAssessor(deps, {}, { assessments: ["property-finance"] });
    const agreed = await agreeVisit(deps, {
      ...BY_STAFF,
      bookingId: booking.id,
      version: booking.version,
      isReferrerTold: false,
      plan: { ...PLAN, day: addDays(londonDate(deps.clock.now()), 1) },
      assessorId: author.id,
      overruled: null,
    });
    if (!agreed.ok) throw new Error(agreed.problem);
    const { delivery } = await createDelivery(deps, booking.id, { author });
    const mailTo = (to: string, subject: RegExp) => async () =>
      (await app.mails())
        .filter((mail) => mail.to?.[0]?.address === to && subject.test(mail.subject ?? ""))
        .at(-1)?.text;
    const asRecipient = async (link: string) => {
      await context.clearCookies();
      const before = (await app.mails()).length;
      await open(page, link, hasJavaScript);
      await page.getByRole("button", { name: "Send me a code" }).click();
      await expect.poll(async () => (await app.mails()).length).toBeGreaterThan(before);
      await expect.poll(mailTo(address, /Your code for a report/)).toBeTruthy();
      const [code = ""] = /^\d{6}$/m.exec((await mailTo(address, /Your code for a report/)())!) ?? [];
      await page.getByLabel("Code").fill(code);
      await page.getByRole("button", { name: "Continue" }).click();
    };
    const { pathname, search } = new URL(deliveryLink(deps, delivery));

    // The recipient asks.
    await asRecipient(pathname + search);
    await page.getByRole("link", { name: "Ask about this report" }).click();
    await expect(page.getByRole("heading", { name: "Ask about this report" })).toBeVisible();
    await page.getByLabel("Question 1", { exact: true }).fill("Which bank account did you speak about?");
    await page.getByRole("button", { name: "Send the questions" }).click();
    await expect(page.getByText("Choose what you ask for.").first()).toBeVisible();
    await expect(page.getByLabel("Question 1", { exact: true })).toHaveValue(/Which bank account/);
    await expectAccessible(page);
    await page.getByLabel("To clarify something").check();
    await page.getByText("More questions, up to 10").click();
    await page.getByLabel("Question 4").fill("Who was in the room?");
    await page.getByRole("button", { name: "Send the questions" }).click();
    await expect(page.getByText("Your questions are with us.")).toBeVisible();
    await expect(page.getByText("We answer by")).toBeVisible();
    await expectAccessible(page);
    await expect.poll(mailTo(address, /We have your questions/)).toMatch(/&to=questions/);

    // Staff find them in their list, and pass them on.
    await context.clearCookies();
    const staff = await signedIn(context, app, { role_id: "coordinator" });
    await open(page, "/admin/reports/questions", hasJavaScript);
    await expectAccessible(page);
    await page.getByRole("link", { name: booking.reference }).click();
    await expect(page.getByText("Who was in the room?")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Who answers").selectOption({ value: author.id });
    await page.getByRole("button", { name: "Pass on to the assessor" }).click();
    await expect(page.getByText("The questions are with the assessor")).toBeVisible();
    await expectAccessible(page);

    // The assessor answers.
    await context.clearCookies();
    await signInBrowser(context, app, author);
    await open(page, "/assessor", hasJavaScript);
    await page.getByRole("link", { name: `Answer the questions about ${booking.reference}` }).click();
    await page.getByLabel("Answer to question 1").fill("The joint account.");
    await page.getByRole("button", { name: "Save, send later" }).click();
    await expect(page.getByText("Your answers are saved.")).toBeVisible();
    await page.getByRole("button", { name: "Send for review" }).click();
    await expect(page.getByText("Answer this question.").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Answer to question 2").fill("Her daughter, for the first half.");
    await page.getByLabel(/^These answers are mine/).check();
    await page.getByLabel("Your full name").fill("Priya Nair");
    await page.getByRole("button", { name: "Send for review" }).click();
    await expect(page.getByText("The addendum was sent to the office for review.")).toBeVisible();
    await expectAccessible(page);

    // The office reads and releases it.
    await context.clearCookies();
    await signInBrowser(context, app, staff);
    await open(page, `/admin/bookings/${booking.id}/questions`, hasJavaScript);
    await page.getByRole("link", { name: "Review the addendum" }).click();
    const checks = page.getByRole("group", { name: "Before you release it" }).getByRole("checkbox");
    await expect(checks).toHaveCount(5);
    for (const box of await checks.all()) await box.check();
    await expect(page.getByRole("checkbox", { name: /\(Referrer, / })).toBeChecked();
    await page.getByRole("button", { name: "Release" }).click();
    await expect(page.getByText("The report was released.")).toBeVisible();
    await expect.poll(mailTo(address, /About your questions/)).toBeTruthy();

    // The recipient follows the mail about the questions, and receives the addendum.
    const linkIn = (mail: string | undefined) => {
      const link = new URL(/https?:\/\/\S+\/reports\/\S+/.exec(mail!)![0]);
      return link.pathname + link.search;
    };
    await asRecipient(linkIn(await mailTo(address, /About your questions/)()));
    await expect(page.getByText("The answer is in a newer version of the report.")).toBeVisible();
    await expect.poll(mailTo(address, /A report is ready/)).toBeTruthy();
    await asRecipient(linkIn(await mailTo(address, /A report is ready/)()));
    await expect(page.getByRole("heading", { name: "Addendum" })).toBeVisible();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the report" }).click();
    expect((await readFile(await (await downloading).path())).subarray(0, 5).toString()).toBe("%PDF-");
    await page.getByLabel("Your full name").fill("Joanna Reeve");
    await page.getByRole("button", { name: "I have received this report" }).click();
    await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  },
);
