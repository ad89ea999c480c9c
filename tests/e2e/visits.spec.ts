import ICAL from "ical.js";
import type { Email } from "postal-mime";
import type { Deps } from "#app/deps.server.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { formatLongDate, londonDate } from "#app/platform/dates.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { signedIn, signInBrowser } from "../setup/signed-in.ts";
import { createAssessor, workdayAfter } from "../setup/visits.ts";

/** The days in a person's calendar after all mails to them: the latest file of each entry, without those taken out. */
function calendarOf(mails: Email[], address: string): string[] {
  const files = mails
    .filter(({ to }) => to?.[0]?.address === address)
    .flatMap(({ attachments }) => attachments)
    .filter(({ mimeType }) => mimeType === "text/calendar")
    .map(({ content }) => {
      const text = typeof content === "string" ? content : new TextDecoder().decode(content);
      const calendar = new ICAL.Component(ICAL.parse(text));
      const event = calendar.getFirstSubcomponent("vevent")!;
      return {
        uid: String(event.getFirstPropertyValue("uid")),
        sequence: Number(event.getFirstPropertyValue("sequence")),
        isCancelled: calendar.getFirstPropertyValue("method") === "CANCEL",
        start: (event.getFirstPropertyValue("dtstart") as ICAL.Time).toJSDate(),
      };
    })
    .toSorted((a, b) => a.sequence - b.sequence);
  const latest = new Map(files.map((file) => [file.uid, file]));
  return [...latest.values()].filter(({ isCancelled }) => !isCancelled).map(({ start }) => londonDate(start));
}

inBothModes(
  "a visit is asked, accepted, moved, reassigned, cancelled and agreed again",
  async ({ page, context, app, hasJavaScript }) => {
    const deps = app.deps as unknown as Deps;
    const address = (name: string) => `${name}-visits-${hasJavaScript}@example.org`;
    const referrer = address("referrer");
    const booking = await createBooking(app.deps, { referrer_email: referrer, referrer_email_key: referrer });
    const [priya, tom, mia] = (await Promise.all(
      ["Priya", "Tom", "Mia"].map((name) =>
        createAssessor(deps, {
          first_name: name,
          last_name: `Of ${hasJavaScript}`,
          email: address(name.toLowerCase()),
        }),
      ),
    )) as [UserRow, UserRow, UserRow];
    const nameOf = (user: UserRow) => `${user.first_name} ${user.last_name}`;
    const today = londonDate(app.deps.clock.now());
    const [day, later, last] = [21, 28, 35].map((days) => workdayAfter(today, days)) as [
      string,
      string,
      string,
    ];
    const subjectsTo = async (user: { email: string }) =>
      (await app.mails()).filter(({ to }) => to?.[0]?.address === user.email);
    const coordinator = await signedIn(context, app, { role_id: "coordinator" });

    // A call is logged, and three are asked.
    await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
    await page.locator("[name=outcome][value=spoke]").check();
    await page.getByRole("button", { name: "Log contact" }).click();
    await expect(page.getByText("The contact was logged.")).toBeVisible();
    await page.getByRole("link", { name: "Agree the visit" }).filter({ visible: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: /^Agree the visit/ })).toBeVisible();
    await page.getByRole("button", { name: "Agree the visit" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Enter the day of the visit.");
    await expectAccessible(page);
    await page.locator("[name=day]").fill(day);
    await page.getByRole("button", { name: "Show who is free" }).click();
    await expect(page.getByText(/Free 09:00–17:00/).first()).toBeVisible();
    await expectAccessible(page);
    for (const user of [priya, tom, mia]) await page.getByLabel(nameOf(user)).check();
    await page.getByRole("button", { name: "Ask whether they can come" }).click();
    await expect(page.getByText("The assessors were asked.")).toBeVisible();
    await expect(page.getByText("Wait for the assessors’ answers")).toBeVisible();
    await expectAccessible(page);
    for (const user of [priya, tom, mia])
      await expect.poll(async () => (await subjectsTo(user)).length).toBe(1);

    // The first who accepts has it; the others are told.
    await signInBrowser(context, app, priya);
    await open(page, "/assessor", hasJavaScript);
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByText("The visit is yours.")).toBeVisible();
    await expect.poll(async () => calendarOf(await app.mails(), referrer)).toEqual([day]);
    await expect.poll(async () => calendarOf(await app.mails(), priya.email)).toEqual([day]);
    await expect.poll(async () => (await subjectsTo(tom)).at(-1)?.text).toMatch(/somebody\s+else/);

    // Staff find it in the calendar, and move it.
    await signInBrowser(context, app, coordinator);
    await open(page, `/admin/calendar?day=${day}&assessor=${priya.id}`, hasJavaScript);
    await expect(page.getByRole("link", { name: booking.reference })).toHaveText("10:00–11:30");
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("link", { name: booking.reference })).toBeVisible();
    for (const control of [page.getByRole("button", { name: "Show" }), page.getByText("Earlier")]) {
      await expect(control).toBeHidden();
    }
    await page.emulateMedia({ media: null });
    await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
    await expect(page.getByText(`${formatLongDate(day)}, 10:00–11:30`).first()).toBeVisible();
    await page.getByRole("link", { name: "Move the visit" }).click();
    await page.locator("[name=day]").fill(later);
    await page.getByLabel("Starts at").fill("14:00");
    await page.getByRole("button", { name: "Move the visit" }).click();
    await expect(page.getByText("The visit was moved.")).toBeVisible();
    await expect.poll(async () => calendarOf(await app.mails(), referrer)).toEqual([later]);

    // Staff give it to somebody else: nobody reads "cancelled".
    await page.getByRole("link", { name: "Reassign the visit" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Reassign the visit" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Choose the assessor who goes instead.");
    await page.getByLabel(nameOf(tom)).check();
    await page.getByLabel("Reason").fill("Priya is away");
    await page.getByRole("button", { name: "Reassign the visit" }).click();
    await expect(page.getByText("The visit was given to another assessor.")).toBeVisible();
    await expect.poll(async () => calendarOf(await app.mails(), tom.email)).toEqual([later]);
    await expect.poll(async () => calendarOf(await app.mails(), priya.email)).toEqual([]);
    const told = (await subjectsTo(priya)).map(({ subject, text }) => `${subject} ${text}`);
    expect(told.length).toBeGreaterThan(1);
    expect(told.join("\n")).not.toMatch(/cancelled/i);

    // Staff cancel it, and agree another.
    await page.getByRole("link", { name: "Cancel the visit" }).click();
    await page.getByRole("button", { name: "Cancel the visit" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Choose what becomes of the booking.");
    await expectAccessible(page);
    await page.getByLabel("another visit is to be agreed").check();
    await page.getByRole("button", { name: "Cancel the visit" }).click();
    await expect(page.getByText("The visit was cancelled.")).toBeVisible();
    await expect.poll(async () => calendarOf(await app.mails(), referrer)).toEqual([]);
    await expect.poll(async () => calendarOf(await app.mails(), tom.email)).toEqual([]);

    await page.getByRole("link", { name: "Agree the visit" }).filter({ visible: true }).first().click();
    await page.locator("[name=day]").fill(last);
    await page.getByRole("button", { name: "Show who is free" }).click();
    await page.getByLabel(nameOf(mia)).check();
    await page.getByRole("button", { name: "Agree the visit" }).click();
    await expect(page.getByText("The visit was agreed.")).toBeVisible();
    await expectAccessible(page);
    await expect.poll(async () => calendarOf(await app.mails(), referrer)).toEqual([last]);
    await expect.poll(async () => calendarOf(await app.mails(), mia.email)).toEqual([last]);
  },
);

inBothModes(
  "the visit of a booking that was called is agreed with two fields and two clicks",
  async ({ page, context, app, hasJavaScript }) => {
    const day = workdayAfter(londonDate(app.deps.clock.now()), 42);
    const booking = await createBooking(app.deps, { preferred_date: day, awaits_contact_since: null });
    const lastName = `Quick ${hasJavaScript}`;
    const assessor = { first_name: "Ada", last_name: lastName, email: `ada-${hasJavaScript}@example.org` };
    await createAssessor(app.deps as unknown as Deps, assessor);
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);

    await page.getByRole("link", { name: "Agree the visit" }).filter({ visible: true }).first().click();
    await page.getByLabel("Starts at").fill("11:30");
    await page.getByLabel(`Ada ${lastName}`).check();
    await page.getByRole("button", { name: "Agree the visit" }).click();

    await expect(page.getByText("The visit was agreed.")).toBeVisible();
    await expect(page.getByText(`${formatLongDate(day)}, 11:30–13:00`).first()).toBeVisible();
  },
);

inBothModes(
  "a free time that is chosen is a few tabs from the button, and what was typed stays",
  async ({ page, context, app, hasJavaScript }) => {
    const day = workdayAfter(londonDate(app.deps.clock.now()), 49);
    const booking = await createBooking(app.deps, { preferred_date: day });
    const email = `eve-${hasJavaScript}@example.org`;
    const eve = await createAssessor(app.deps as unknown as Deps, {
      first_name: "Eve",
      last_name: `Early ${hasJavaScript}`,
      email,
    });
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}/visit`, hasJavaScript);
    await page.getByLabel("Contact note").fill("Mornings are best");

    await page.locator(`a[href*="assessor=${eve.id}"]`).last().click();

    await expect(page.getByLabel(`Eve Early ${hasJavaScript}`)).toBeChecked();
    if (hasJavaScript) await expect(page.getByLabel("Contact note")).toHaveValue("Mornings are best");
    const agree = page.getByRole("button", { name: "Agree the visit" });
    const isThere = () => agree.evaluate((button) => button === document.activeElement);
    let tabs = 0;
    while (tabs < 8 && !(await isThere())) {
      await page.keyboard.press("Tab");
      tabs += 1;
    }
    expect(await isThere()).toBe(true);
    await page.keyboard.press("Enter");
    await expect(page.getByText("The visit was agreed.")).toBeVisible();
  },
);
