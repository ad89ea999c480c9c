import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";

inBothModes(
  "a customer sees their bookings and referrals, and nobody else's",
  async ({ page, context, app, hasJavaScript }) => {
    const email = `customer-${hasJavaScript}@example.org`;
    const linked = await createBooking(app.deps, {
      client_first_name: "Edith",
      client_last_name: "Hill",
      preferred_date: "2030-01-07",
      assessment_location: "Whitby",
    });
    const referred = await createBooking(app.deps, {
      client_first_name: "Arthur",
      referrer_email: email,
      referrer_email_key: email,
      status: "confirmed",
    });
    const foreign = await createBooking(app.deps);
    const both = await createBooking(app.deps, { referrer_email: email, referrer_email_key: email });
    const user = await signedIn(context, app, { email });
    for (const { id } of [linked, both]) {
      await app.deps.db
        .insertInto("customer_bookings")
        .values({ user_id: user.id, booking_id: id, linked_at: new Date().toISOString() })
        .execute();
    }

    await open(page, "/customer/dashboard", hasJavaScript);
    const bookings = page.getByRole("region", { name: "My Bookings" });
    for (const text of [
      "Edith Hill",
      linked.reference,
      "Pending Review",
      "Monday 7 January 2030",
      "Whitby",
      "Property and Finance Capacity Assessment",
      "£595.00",
      "Not submitted yet: 0 of 3 sections complete",
    ]) {
      await expect(bookings).toContainText(text);
    }
    const referrals = page.getByRole("region", { name: "My Referrals" });
    await expect(referrals).toContainText(referred.reference);
    await expect(referrals).toContainText("Confirmed");
    await expect(referrals).not.toContainText("Location");
    await expect(page.getByText(foreign.reference)).toHaveCount(0);
    const twice = { name: `Booking ${both.reference}` };
    await expect(bookings.getByRole("article", twice)).toContainText("also listed under My Referrals");
    await expect(referrals.getByRole("article", twice)).toContainText("also listed under My Bookings");
    await expectAccessible(page);

    await bookings
      .getByRole("article", { name: `Booking ${linked.reference}` })
      .getByRole("link", { name: "Fill in the referral forms" })
      .click();
    await expect(page).toHaveURL(new RegExp(`/referral-form/${linked.id}`));
  },
);

inBothModes("a lost link is asked for without telling who has one", async ({ page, app, hasJavaScript }) => {
  const email = `lost-${hasJavaScript}@example.org`;
  const booking = await createBooking(app.deps, { referrer_email: email, referrer_email_key: email });
  await open(page, "/lost-link", hasJavaScript);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Email address is required");

  const ask = async (address: string) => {
    await page.getByLabel("Email address").fill(address);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByRole("heading", { name: "Please check your email" })).toBeVisible();
    return page.getByRole("main").innerText();
  };
  const forStranger = await ask("nobody-at-all@example.org");
  expect(await ask(email)).toBe(forStranger);
  await expect
    .poll(async () => (await app.mails()).find((mail) => mail.to?.[0]?.address === email)?.text)
    .toContain(`/booking/${booking.id}?token=${booking.token}`);
});
