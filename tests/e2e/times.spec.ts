import type { Deps } from "#app/deps.server.ts";
import { offerTimes } from "#app/features/visits/agree/offer-times.server.ts";
import { formatDayName, formatLongDate, londonDate } from "#app/platform/dates.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import type { ServerProcess } from "../setup/server-process.ts";
import { signedIn } from "../setup/signed-in.ts";
import { BY_STAFF, createAssessor, PLAN, workdayAfter } from "../setup/visits.ts";

/** Times that the practice offers, and the referrer chooses from. */

test.use({ hasOwnServer: true });

const dayAhead = (app: ServerProcess, days: number) => workdayAfter(londonDate(app.deps.clock.now()), days);

async function setUp(app: ServerProcess, name: string) {
  const deps = { ...app.deps, jobs: { wake() {} } } as unknown as Deps;
  // The list of assessors has one, whatever tests came before.
  await app.deps.db.updateTable("users").set({ is_active: 0 }).where("role_id", "=", "assessor").execute();
  const email = `${name}-${app.deps.ids.uuid()}@example.org`;
  const assessor = await createAssessor(deps, { first_name: "Priya", last_name: "Nair", email });
  const booking = await createBooking(app.deps, { referrer_email: email, referrer_email_key: email });
  const offer = async (day: string, starts = ["10:00", "14:00"]) => {
    const times = starts.map((start) => ({ assessorId: assessor.id, day, start }));
    const offered = await offerTimes(deps, {
      ...BY_STAFF,
      bookingId: booking.id,
      plan: PLAN,
      until: null,
      times,
    });
    if (!offered.ok) throw new Error(offered.problem);
  };
  return { booking, assessor, offer, email, times: `/booking/${booking.id}/times?token=${booking.token}` };
}

inBothModes(
  "booked, two times offered, one chosen: two clicks of staff on their page, one of the referrer",
  async ({ page, context, app, hasJavaScript }) => {
    const { booking, times, email } = await setUp(app, "chosen");
    const day = dayAhead(app, 21);
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}/visit?day=${day}`, hasJavaScript);
    await page.getByRole("button", { name: "Offer these times" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Tick 2 to 6 times to offer.");
    await expectAccessible(page);
    await page.getByLabel(`${formatDayName(day)}, 10:00`).check();
    // Another day adds its times, and what is ticked stays.
    const later = dayAhead(app, 28);
    await page.getByLabel("Day", { exact: true }).fill(later);
    await page.getByRole("button", { name: "Show who is free" }).click();
    await expect(page.getByLabel(`${formatDayName(later)}, 10:00`)).toBeVisible();
    await expect(page.getByLabel(`${formatDayName(day)}, 10:00`)).toBeChecked();
    await page.getByLabel(`${formatDayName(later)}, 10:00`).check();
    await page.getByRole("button", { name: "Offer these times" }).click();
    await expect(page.getByText("The times were offered.")).toBeVisible();
    await expect(page.getByText("Wait for the referrer’s choice").first()).toBeVisible();
    await expectAccessible(page);
    await open(page, `/admin/calendar?day=${day}`, hasJavaScript);
    await expect(page.getByText("Held 10:00–11:30")).toBeVisible();
    const mails = async () =>
      (await app.mails()).filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject);
    await expect.poll(mails).toContain(`Choose a time for the visit: booking ${booking.reference}`);

    await context.clearCookies();
    await page.setViewportSize({ width: 375, height: 667 });
    await open(page, `/booking/${booking.id}?token=${booking.token}`, hasJavaScript);
    await page.getByRole("link", { name: "Choose a time" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a time for the visit");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Choose this time" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Choose one of these times.");
    await expectAccessible(page);
    await page.getByLabel(`${formatLongDate(later)}, 10:00–11:30`).check();
    await page.getByRole("button", { name: "Choose this time" }).click();
    await expect(page.getByText("The visit is agreed. We have emailed you the time.")).toBeVisible();
    await expect(page.getByRole("heading", { name: /with Priya/ })).toContainText(formatLongDate(later));
    await expect.poll(mails).toContain(`Your visit is agreed: booking ${booking.reference}`);
    await open(page, times, hasJavaScript);
    await expect(
      page.getByText(`The visit is agreed for ${formatLongDate(later)}, 10:00–11:30`),
    ).toBeVisible();
    await expectAccessible(page);
  },
);

inBothModes("none of these: staff read why, and call", async ({ page, context, app, hasJavaScript }) => {
  const { booking, times, offer } = await setUp(app, "none");
  await offer(dayAhead(app, 22));
  await open(page, times, hasJavaScript);
  await page.getByLabel("Which days and times would suit?").fill("Only in the week after");
  await page.getByRole("button", { name: "None of these" }).click();
  await expect(page.getByText("We will call you about another time.")).toBeVisible();
  await open(page, times, hasJavaScript);
  await expect(page.getByText("You told us that none of the times suits. We will call you.")).toBeVisible();
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, "/admin/dashboard", hasJavaScript);
  await expect(page.getByText("No offered time suits: call the referrer")).toBeVisible();
  await expectAccessible(page);
  await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
  await expect(page.getByText("Only in the week after")).toBeVisible();
  await page.getByRole("button", { name: "I have dealt with it" }).click();
  await expect(page.getByText("The offered times are settled.")).toBeVisible();
});

inBothModes(
  "times that have passed are said so, also to somebody who still has the page open",
  async ({ page, app, hasJavaScript }) => {
    const { booking, times, offer } = await setUp(app, "passed");
    await offer(dayAhead(app, 23));
    await open(page, times, hasJavaScript);
    const past = new Date(app.deps.clock.now().getTime() - 1).toISOString();
    await app.deps.db
      .updateTable("time_offers")
      .set({ until: past })
      .where("booking_id", "=", booking.id)
      .execute();
    await app.deps.db
      .updateTable("visit_questions")
      .set({ deadline_at: past })
      .where("booking_id", "=", booking.id)
      .execute();
    await page.locator("[name=time]").first().check();
    await page.getByRole("button", { name: "Choose this time" }).click();
    await expect(page.getByText("These times have passed. We will call you.").first()).toBeVisible();
    await expectAccessible(page);
  },
);

inBothModes(
  "a second offer closes the first: whoever chooses from the first is told, and sees the second",
  async ({ page, app, hasJavaScript }) => {
    const { times, offer } = await setUp(app, "second");
    await offer(dayAhead(app, 24));
    await open(page, times, hasJavaScript);
    const day = dayAhead(app, 30);
    await offer(day, ["09:30", "12:00"]);
    await page.locator("[name=time]").first().check();
    await page.getByRole("button", { name: "Choose this time" }).click();
    await expect(page.getByRole("alert").first()).toContainText("This time has just gone. Choose another.");
    await expectAccessible(page);
    await page.getByLabel(`${formatLongDate(day)}, 12:00–13:30`).check();
    await page.getByRole("button", { name: "Choose this time" }).click();
    await expect(page.getByText("The visit is agreed. We have emailed you the time.")).toBeVisible();
  },
);

inBothModes(
  "where the practice allows it, a referrer sees free times after booking and agrees one by themselves",
  async ({ page, context, app, hasJavaScript }) => {
    const { booking, times } = await setUp(app, "free");
    await app.deps.db
      .updateTable("bookings")
      .set({ assessment_location: "Leeds LS6 2AB" })
      .where("id", "=", booking.id)
      .execute();
    await signedIn(context, app, { role_id: "administrator" });
    await open(page, "/admin/settings/times", hasJavaScript);
    await page.getByLabel("Assessments whose time referrers choose").fill("A wizard’s assessment");
    await page.getByLabel("Face-to-face visits").check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("alert").first()).toContainText("is no assessment that you offer");
    await expectAccessible(page);
    await page
      .getByLabel("Assessments whose time referrers choose")
      .fill("Property and Finance Capacity Assessment");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved").first()).toBeVisible();
    await context.clearCookies();
    await page.setViewportSize({ width: 375, height: 667 });
    // Settings are read every two seconds.
    await expect
      .poll(async () => (await context.request.get(app.origin + times)).text(), { timeout: 20_000 })
      .toContain("Choose this time");
    await open(page, `/booking/submitted/${booking.id}?token=${booking.token}`, hasJavaScript);
    await page.getByRole("link", { name: "Choose a time for the visit" }).click();
    await expect(page.getByText("you need do nothing: we will be in touch")).toBeVisible();
    expect(await page.locator("[name=time]").count()).toBe(12);
    await expectAccessible(page);
    await page.locator("[name=time]").first().check();
    await page.getByRole("button", { name: "Choose this time" }).click();
    await expect(page.getByText("The visit is agreed. We have emailed you the time.")).toBeVisible();
    await open(page, times, hasJavaScript);
    await expect(page.getByText(/The visit is agreed for .* with Priya/)).toBeVisible();
  },
);
