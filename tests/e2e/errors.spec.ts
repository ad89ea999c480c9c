import { sql } from "kysely";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";
import { reachAssessments } from "../setup/wizard.ts";

inBothModes("an unknown address shows the not-found page", async ({ page, hasJavaScript }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Error 404");
  await expect(page).toHaveTitle("Page not found – Capacity Assessments");
  await expect(page.getByRole("link", { name: "Login" }).first()).toHaveAttribute("href", "/admin/login");
  await open(page, "/no-such-page", hasJavaScript);
  await expectAccessible(page);
});

for (const path of ["/booking/no-such-booking", "/referral-form/no-such-booking"]) {
  inBothModes(`${path} shows the Booking Not Found page`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Booking Not Found" })).toBeVisible();
    await expect(page.getByText("We couldn't find your booking.")).toBeVisible();
  });
}

test.describe("a fault of ours", () => {
  test.use({ hasFaults: true });

  test("a step whose script is gone, after an upgrade or on a bad line, is still reached", async ({
    page,
  }) => {
    await open(page, "/");
    await page.route(/\/assets\/assessments-/, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await reachAssessments(page);
    await expect(page).toHaveURL(/\/booking\/steps\/assessments\?draft=/);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Referrer Details");
  });

  inBothModes("says what could not be loaded, and offers to try again", async (journey) => {
    const { page, app, hasJavaScript } = journey;
    const { id, token, reference } = await createBooking(app.deps);
    const pages = [
      [`/booking/confirmation/${id}?token=${token}`, "Failed to load booking confirmation"],
      [`/thankyou?bookingId=${id}&token=${token}`, "Unable to load booking confirmation"],
      [`/booking/${id}?token=${token}`, "Failed to fetch booking"],
    ] as const;
    for (const [path, words] of pages) {
      await sql`ALTER TABLE booking_lines RENAME TO mislaid`.execute(app.deps.db);
      try {
        expect((await page.goto(path))?.status()).toBe(500);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
        await expect(page.getByRole("main")).toContainText(words);
        await expect(page.getByRole("link", { name: "Contact Support" })).toBeVisible();
        await open(page, path, hasJavaScript);
      } finally {
        await sql`ALTER TABLE mislaid RENAME TO booking_lines`.execute(app.deps.db);
      }
      await page.getByRole("button", { name: "Reload Page" }).click();
      await expect(page.getByText(reference)).toBeVisible();
    }
  });

  test("says on each page of the referral forms that the booking could not be loaded", async ({
    page,
    app,
  }) => {
    const { id, token } = await createBooking(app.deps);
    await sql`ALTER TABLE booking_lines RENAME TO mislaid`.execute(app.deps.db);
    try {
      for (const slug of ["", "/personal-details", "/legal-information", "/print"]) {
        const answer = await page.request.get(`/referral-form/${id}${slug}?token=${token}`);
        expect(answer.status(), slug).toBe(500);
        expect(await answer.text(), slug).toContain("Failed to fetch booking");
      }
    } finally {
      await sql`ALTER TABLE mislaid RENAME TO booking_lines`.execute(app.deps.db);
    }
  });

  for (const [role, table, address] of [
    ["coordinator", "booking_lines", "/admin/bookings/ID"],
    ["customer", "customer_bookings", "/customer/dashboard"],
  ] as const) {
    inBothModes(`leaves a ${role} the navigation of their area`, async (journey) => {
      const { page, context, app, hasJavaScript } = journey;
      await signedIn(context, app, { role_id: role });
      const path = address.replace("ID", (await createBooking(app.deps)).id);
      await sql`ALTER TABLE ${sql.table(table)} RENAME TO mislaid`.execute(app.deps.db);
      try {
        expect((await page.goto(path))?.status()).toBe(500);
        await open(page, path, hasJavaScript);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
        await expect(page.getByRole("link", { name: "Contact Support" })).toBeVisible();
      } finally {
        await sql`ALTER TABLE mislaid RENAME TO ${sql.table(table)}`.execute(app.deps.db);
      }
      await page.getByRole("navigation").getByRole("button", { name: "Logout" }).click();
      await expect(page).toHaveURL(/\/(admin|customer)\/login/);
    });
  }
});
