import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";

inBothModes(
  "the link's token opens a booking, and then the browser may come back without it",
  async (journey) => {
    const { page, app, hasJavaScript } = journey;
    const booking = await createBooking(app.deps, { client_first_name: "Ada", client_last_name: "Smith" });
    await open(page, `/booking/${booking.id}?token=${booking.token}`, hasJavaScript);
    const main = page.getByRole("main");
    for (const text of [
      booking.reference,
      "Pending Review",
      "Not specified",
      "Face-to-Face Assessment",
      "£595.00",
      "Ada Smith",
      "Joanna Reeve",
    ]) {
      await expect(main).toContainText(text);
    }
    if (hasJavaScript) await expectAccessible(page);
    await page.goto(`/booking/${booking.id}`);
    await expect(main).toContainText(booking.reference);
    await page.goto(`/booking/confirmation/${booking.id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Booking Confirmed" })).toBeVisible();
    await expect(main).toContainText("Flexible");
    if (hasJavaScript) await expectAccessible(page);
    const ours = main.getByText("020 7946 0000, hello@capacity-assessments.example");
    await expect(ours).toBeHidden();
    await page.emulateMedia({ media: "print" });
    await expect(ours).toBeVisible();
    // With a page as high as the window, Firefox prints an empty page after it.
    await page.setViewportSize({ width: 1280, height: 5_000 });
    const height = await page.evaluate(() => document.body.getBoundingClientRect().height);
    expect(height).toBeLessThan(5_000);
  },
);

inBothModes("a booking's pages promise only what is still to come", async ({ page, app, hasJavaScript }) => {
  const fillIn = page.getByRole("link", { name: "Fill in the referral forms" });
  for (const status of ["pending", "confirmed", "completed", "cancelled"] as const) {
    const booking = await createBooking(app.deps, {
      status,
      preferred_date: "2027-04-01",
      payment_method: status === "cancelled" ? "pay_now" : "pay_later",
    });
    const paths = [`/thankyou?bookingId=${booking.id}&`, `/booking/confirmation/${booking.id}?`];
    for (const path of [...paths, `/booking/submitted/${booking.id}?`, `/booking/${booking.id}?`]) {
      await open(page, `${path}token=${booking.token}`, hasJavaScript);
      await expect(page.getByText(booking.reference).first()).toBeVisible();
      const words = await page.getByRole("main").innerText();
      const isView = path.startsWith(`/booking/${booking.id}`);
      if (status !== "pending")
        expect(words, `${path}${status}`).not.toMatch(/24 hours|on your preferred date/);
      else if (!isView) expect(words, path).toMatch(/24 hours/);
      if (status === "confirmed" && !isView) expect(words, path).toContain("Thursday 1 April 2027");
      if (status === "cancelled") expect(words, path).not.toMatch(/is due|Your invoice|pay now/i);
      const isToCome = status === "pending" || status === "confirmed";
      if (!path.includes("/submitted/")) await expect(fillIn).toHaveCount(isToCome ? 1 : 0);
    }
  }
});

inBothModes("names and addresses of any length keep to the page", async (journey) => {
  const { page, app, hasJavaScript } = journey;
  const long = "x".repeat(60);
  const booking = await createBooking(app.deps, {
    referrer_last_name: long,
    referrer_email: `${long}@${long}.example.org`,
    assessment_location: long,
  });
  const paths = [`/thankyou?bookingId=${booking.id}&`, `/booking/confirmation/${booking.id}?`];
  for (const path of [...paths, `/booking/${booking.id}?`, `/booking/submitted/${booking.id}?`]) {
    await open(page, `${path}token=${booking.token}`, hasJavaScript);
    await expect(page.getByText(booking.reference).first()).toBeVisible();
    await expectAccessible(page);
  }
});

inBothModes("a wrong token and a booking that is not there look the same", async ({ page, app }) => {
  const booking = await createBooking(app.deps);
  const nobody = "01a1fb34-31b5-7a44-85b9-960e1c7e5905";
  for (const [path, words] of [
    [
      "/booking/ID?token=wrong",
      "We couldn't find your booking. Please check your booking reference and try again.",
    ],
    ["/booking/ID", "Booking Not Found"],
    ["/booking/confirmation/ID?token=wrong", "Invalid booking confirmation link"],
    ["/booking/confirmation/ID?token=wrong", "Failed to load booking confirmation"],
    ["/booking/submitted/ID", "Booking Not Found"],
    ["/thankyou?bookingId=ID&token=wrong", "Unable to load booking confirmation."],
  ] as const) {
    const texts: string[] = [];
    for (const id of [booking.id, nobody]) {
      const response = await page.goto(path.replace("ID", id));
      expect(response?.status(), path).toBe(404);
      await expect(page.getByRole("main")).toContainText(words);
      texts.push(await page.getByRole("main").innerText());
    }
    expect(texts[0]).toBe(texts[1]);
  }
});

inBothModes(
  "addresses without a booking say so, and a thank-you page without its parts leads home",
  async (journey) => {
    const { page } = journey;
    expect((await page.goto("/booking/submitted"))?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Invalid Request" })).toBeVisible();
    expect((await page.goto("/booking/confirmation"))?.status()).toBe(404);
    await expect(page.getByRole("main")).toContainText("Invalid booking confirmation link");
    await page.goto("/thankyou?bookingId=1");
    await expect(page).toHaveURL(/\/$/);
  },
);

inBothModes("the thank-you page says what was booked and how far the forms are", async (journey) => {
  const { page, app, hasJavaScript } = journey;
  const booking = await createBooking(app.deps);
  await open(page, `/thankyou?bookingId=${booking.id}&token=${booking.token}`, hasJavaScript);
  await expect(page.getByRole("heading", { level: 1, name: "Thank you, Joanna!" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(booking.reference);
  await expect(page.getByText("Please fill in the referral forms before the assessment:")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Fill in the referral forms" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Personal Details" })).toBeVisible();
});
