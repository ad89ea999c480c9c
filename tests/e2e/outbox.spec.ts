import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { createBooking, createUser, signInAs } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";

const DAY = 86_400_000;

inBothModes("staff see a failed mail, why it failed, and have it sent again", async (fixtures) => {
  const { page, context, app, hasJavaScript } = fixtures;
  const { deps } = app;
  const booking = await createBooking(deps);
  const id = await enqueueMail(deps, {
    topic: "access-link",
    to: booking.referrer_email,
    bookingId: booking.id,
    dedupeKey: `access-link:${booking.id}`,
    payload: {},
    notBefore: new Date(Date.now() + DAY).toISOString(),
  });
  await deps.db
    .updateTable("outbox")
    .set({ state: "failed", attempts: 48, last_error: "Postmark is failing (500)." })
    .where("id", "=", id)
    .execute();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const [name, value] = cookie.split("=") as [string, string];
  await context.addCookies([{ name, value, url: app.origin }]);

  await open(page, "/admin/outbox", hasJavaScript);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Outbox");
  await page.getByRole("link", { name: "Show what needs attention" }).click();
  await expectAccessible(page);
  const row = page.getByRole("row", { name: booking.reference });
  await expect(row).toContainText("Failed");
  await expect(row).toContainText("48");
  await expect(row).toContainText("Postmark is failing (500).");

  await row.getByRole("link", { name: "Link to a booking" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Link to a booking");
  await expect(page.getByText(`Here is your link to booking ${booking.reference}.`)).toBeVisible();
  await expect(page.locator("main")).not.toContainText(booking.token);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Retry" }).click();
  const mails = async () => (await app.mails()).filter((mail) => mail.subject?.includes(booking.reference));
  await expect.poll(async () => (await mails()).length).toBe(1);
  await page.goto(`/admin/outbox/${id}`);
  await expect(page.getByText("Sent", { exact: true })).toBeVisible();
});

inBothModes("a referrer stops the reminders from the link in one", async ({ page, app, hasJavaScript }) => {
  const { deps } = app;
  const booking = await createBooking(deps);
  await enqueueMail(deps, {
    topic: "referral-reminder",
    to: booking.referrer_email,
    bookingId: booking.id,
    dedupeKey: `referral-reminder:${booking.id}`,
    payload: { day: 3 },
  });
  const link = async () => {
    const mails = (await app.mails()).map((mail) => mail.text ?? "");
    return mails
      .map((text) => /https?:\S+\/mail\/unsubscribe\/\S+/.exec(text)?.[0])
      .find((url) => url?.includes(booking.id));
  };
  await expect.poll(link).toBeTruthy();

  await open(page, (await link())!, hasJavaScript);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stop reminders");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Stop reminders" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No more reminders");
  await expectAccessible(page);
});
