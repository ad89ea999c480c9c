import type { Deps } from "#app/deps.server.ts";
import { saveHours } from "#app/features/assessors/save-assessor.server.ts";
import { WEEKDAYS, addDays, londonDate } from "#app/platform/dates.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, open, test as base } from "../setup/journey.ts";
import { startServer } from "../setup/server-process.ts";
import { signedIn } from "../setup/signed-in.ts";
import { BY_STAFF, createAssessor } from "../setup/visits.ts";
import { startTwilio, type TwilioPost, type TwilioStandin } from "../standins/twilio.ts";

/** A server whose texts a stand-in of Twilio takes. */
const test = base.extend<object, { twilio: TwilioStandin }>({
  twilio: [
    async ({}, provide) => {
      const twilio = await startTwilio();
      await provide(twilio);
      await twilio.close();
    },
    { scope: "worker" },
  ],
  serverOf: [
    async ({ twilio, isOnPostgres }, provide) => {
      const url = isOnPostgres ? process.env.TEST_POSTGRES_URL : undefined;
      const app = await startServer(twilio.environment, url);
      await provide(() => Promise.resolve(app));
      await app.dispose();
    },
    { scope: "worker", timeout: 40_000 },
  ],
});

for (const hasJavaScript of [true, false])
  test.describe(hasJavaScript ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled: hasJavaScript });

    test("texts are switched on, go about a visit, arrive or fail, and are answered", async ({
      page,
      context,
      app,
      twilio,
      request,
    }) => {
      const deps = app.deps as unknown as Deps;
      const post = async ({ url, form, signature }: TwilioPost) =>
        (await request.post(url, { form, headers: { "X-Twilio-Signature": signature } })).status();
      await signedIn(context, app, { role_id: "administrator" });

      // Settings: words that are too long are refused and kept.
      await open(page, "/admin/settings", hasJavaScript);
      await page.getByRole("link", { name: "Text messages" }).first().click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Text messages");
      await expectAccessible(page);
      const words = page.getByLabel("Visit agreed", { exact: true });
      const usual = await words.inputValue();
      for (const label of [/48 hours is agreed/, /is tomorrow/, /moved or cancelled/])
        await page.getByLabel(label).check();
      await page.getByLabel("Texts a month, at most").fill("1000");
      await words.fill(`${usual} ${"x".repeat(60)} {person}`);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("{person} is no placeholder of a text.").first()).toBeVisible();
      await expect(words).toHaveValue(/x{60} \{person\}$/);
      await expectAccessible(page);
      await words.fill(usual);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Saved. The change is live.")).toBeVisible();

      // A visit of tomorrow is agreed: one text, which arrives.
      const booking = await createBooking(deps, {
        consent_updates: 1,
        awaits_contact_since: null,
        client_first_name: "Canary",
        referrer_phone: hasJavaScript ? "7700900123" : "7700900124",
      });
      const assessor = await createAssessor(deps, { first_name: "Priya", last_name: `Of ${hasJavaScript}` });
      const hours = WEEKDAYS.map(() => [["00:00", "24:00"]] as const);
      await saveHours(deps, assessor.id, { hours: hours as never, version: 2 }, BY_STAFF);
      const day = addDays(londonDate(deps.clock.now()), 1);
      const query = `day=${day}&start=10:00&minutes=90&assessor=${assessor.id}`;
      await open(page, `/admin/bookings/${booking.id}/visit?${query}`, hasJavaScript);
      await page.getByLabel(`Priya Of ${hasJavaScript}`).check();
      await page.getByRole("button", { name: "Agree the visit" }).click();
      await expect(page.getByText("The visit was agreed.")).toBeVisible();
      const mine = () => twilio.messages.filter(({ body }) => body.includes(booking.reference));
      await expect.poll(() => mine().length).toBe(1);
      const [text] = mine();
      expect(text!.body).toContain("visit agreed for");
      expect(text!.body).not.toContain("Canary");
      await open(page, `/admin/bookings/${booking.id}?view=history`, hasJavaScript);
      const row = page.getByRole("listitem").filter({ hasText: "Text: visit agreed" });
      await expect(row).toContainText("Sent");
      expect(await post({ ...twilio.report(text!, "delivered"), signature: "forged" })).toBe(403);
      await page.reload();
      await expect(row).toContainText("Sent");
      for (const status of ["delivered", "sent", "delivered"])
        expect(await post(twilio.report(text!, status))).toBe(200);
      await page.reload();
      await expect(row).toContainText("Delivered");
      await page.getByRole("link", { name: "Text: visit agreed" }).click();
      await expect(page.locator("pre")).toHaveText(text!.body);
      await expectAccessible(page);

      // Moved: the text comes to nothing, and staff see it where failed mails are.
      await open(page, `/admin/bookings/${booking.id}/visit/move`, hasJavaScript);
      await page.getByLabel("Starts at").fill("12:00");
      await page.getByRole("button", { name: "Move the visit" }).click();
      await expect(page.getByText("The visit was moved.")).toBeVisible();
      await expect.poll(() => mine().length).toBe(2);
      expect(await post(twilio.report(mine()[0]!, "undelivered", { ErrorCode: "30003" }))).toBe(200);
      await open(page, "/admin/outbox?show=problems", hasJavaScript);
      await expect(page.getByRole("row", { name: booking.reference })).toContainText("Not delivered");
      await expect(page.getByRole("row", { name: booking.reference })).toContainText("out of reach");
      await expectAccessible(page);

      // The referrer asks to be called, and wants no more texts.
      const reply = twilio.reply(app.origin, text!.to, "2");
      for (const _ of [1, 2]) expect(await post(reply)).toBe(200);
      await open(page, "/admin/dashboard", hasJavaScript);
      await expect(page.locator("main")).toContainText("Contact due");
      await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
      await expect(page.getByText("Contact the referrer").first()).toBeVisible();
      await open(page, `/admin/bookings/${booking.id}?view=history`, hasJavaScript);
      await expect(page.getByText("Answered a text")).toHaveCount(1);
      await expect(page.getByText("The referrer: 2")).toBeVisible();
      await expectAccessible(page);
      expect(await post(twilio.reply(app.origin, text!.to, "Stop"))).toBe(200);
      await open(page, `/admin/bookings/${booking.id}/visit/move`, hasJavaScript);
      await page.getByLabel("Starts at").fill("14:00");
      await page.getByRole("button", { name: "Move the visit" }).click();
      await expect(page.getByText("The visit was moved.")).toBeVisible();
      await open(page, "/admin/outbox?show=done", hasJavaScript);
      const stopped = page
        .getByRole("row", { name: booking.reference })
        .filter({ hasText: "asked for no more" });
      await expect(async () => {
        await page.reload();
        await expect(stopped).toHaveCount(1, { timeout: 500 });
      }).toPass();
      expect(mine()).toHaveLength(2);
    });
  });

base("without keys nothing speaks of texts", async ({ page, context, app, request }) => {
  await signedIn(context, app, { role_id: "administrator" });
  for (const path of [
    "/admin/settings",
    "/admin/settings/mails",
    "/admin/settings/company",
    "/admin/outbox",
  ]) {
    await page.goto(path);
    await expect(page.locator("body")).not.toContainText(/text message|Twilio|texts? of the month/i);
  }
  expect((await page.goto("/admin/settings/texts"))!.status()).toBe(404);
  expect(
    (await request.post("/api/webhooks/twilio", { form: { Body: "STOP", From: "+447700900123" } })).status(),
  ).toBe(403);
  await page.goto("/privacy");
  await expect(page.locator("body")).not.toContainText("Twilio");
});
