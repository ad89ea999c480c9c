import type { Page } from "@playwright/test";
import { createBooking } from "../setup/factories.ts";
import { expect, inBothModes, open, test } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";

/** Presses a button again while the server's answer to the first press is still on its way. */
async function pressTwice(page: Page, name: string, hasJavaScript = true): Promise<void> {
  if (!hasJavaScript) return page.getByRole("button", { name, exact: true }).dblclick();
  let arrive = () => {};
  const hasArrived = new Promise<void>((resolve) => (arrive = resolve));
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    arrive();
    await isAnswered;
    await route.fulfill({ response }).catch(() => "the page has given this answer up");
  });
  const button = page.getByRole("button", { name, exact: true });
  await button.click();
  await hasArrived;
  await button.click();
  answer();
}

inBothModes("a status changed with a double click is changed", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  const booking = await createBooking(app.deps, { preferred_date: "2199-01-01" });
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
  await page.getByLabel("Change status to").selectOption("confirmed");
  await pressTwice(page, "Update status", hasJavaScript);
  await expect(page.getByText("The status was changed.")).toBeVisible();
});

inBothModes("a booking link sent with a double click is one mail", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  const email = `twice-${hasJavaScript}@example.org`;
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, "/admin/send-booking?assessments=capacity-will", hasJavaScript);
  await page.getByLabel("Customer's email address").fill(email);
  await pressTwice(page, "Send", hasJavaScript);
  await expect(page.getByText("The booking link is on its way to the customer.")).toBeVisible();
  const jobs = await app.deps.db
    .selectFrom("outbox")
    .where("recipient", "=", email)
    .where("topic", "=", "booking-link")
    .selectAll()
    .execute();
  expect(jobs).toHaveLength(1);
});

test("a user added with double clicks is added", async ({ page, context, app }) => {
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/admin/users");
  await page.getByRole("button", { name: "Add User" }).dblclick();
  await page.getByLabel("Email", { exact: true }).fill("twice@example.org");
  await page.getByLabel("Role").selectOption("coordinator");
  await page.getByLabel("Temporary password", { exact: true }).fill("Harbour-light-42");
  await pressTwice(page, "Create User");
  await expect(page.getByText("The user was created.")).toBeVisible();
});

test("a dialog stays when text marked in it with the mouse ends outside", async ({ page, context, app }) => {
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/admin/users");
  await page.getByRole("button", { name: "Add User" }).click();
  const email = page.getByLabel("Email", { exact: true });
  await email.fill("long-name@example.org");
  await email.hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await expect(email).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(email).toBeHidden();
});
