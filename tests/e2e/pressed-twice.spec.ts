import type { Page } from "@playwright/test";
import { createBooking } from "../setup/factories.ts";
import { expect, inBothModes, open, test } from "../setup/journey.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";
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

/** The newest mail's part that `pattern` finds. */
async function mailed(app: ServerProcess, pattern: RegExp): Promise<string> {
  const found = async () =>
    (await app.mails()).flatMap((mail) => pattern.exec(mail.text ?? "")?.[0] ?? []).at(-1) ?? "";
  await expect.poll(found).not.toBe("");
  return found();
}

inBothModes("mailed code, new password and reset are each taken with a double click", async (journey) => {
  const { page, hasJavaScript } = journey;
  const app = await startServer();
  try {
    const email = /E-mail:?\s+(\S+@\S+)/i.exec(app.output())![1]!;
    const heading = page.getByRole("heading", { level: 1 });
    const press = (name: string) => page.getByRole("button", { name, exact: true }).dblclick();
    await open(page, `${app.origin}/admin/login`, hasJavaScript);
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page
      .getByLabel("Password", { exact: true })
      .fill(/Temporary password[^:]*: (\S+)/.exec(app.output())![1]!);
    await press("Login");
    await expect(heading).toHaveText("Email Verification");
    await page.getByLabel("Verification code").fill(await mailed(app, /\b\d{6}\b/));
    await press("Verify Code");
    await expect(heading).toHaveText("Create Password");
    await page.getByLabel("Password", { exact: true }).fill("Harbour-light-42");
    await page.getByLabel("Confirm password").fill("Harbour-light-42");
    await press("Create Password");
    await expect(heading).toHaveText("Dashboard");

    await press("Logout");
    await expect(page).toHaveURL(/\/admin\/login$/);
    await open(page, `${app.origin}/admin/login/reset`, hasJavaScript);
    await page.getByLabel("Email", { exact: true }).fill(email);
    await press("Send reset link");
    await expect(page).toHaveURL(/\?sent$/);
    await open(page, await mailed(app, /http\S+\/reset\/password\S+/), hasJavaScript);
    const sent = await app.mails();
    expect(sent.filter((mail) => /reset\/password/.test(mail.text ?? ""))).toHaveLength(1);
    await page.getByLabel("Password", { exact: true }).fill("Lantern-harbour-43");
    await page.getByLabel("Confirm password").fill("Lantern-harbour-43");
    await page.locator("main form button:not([hidden]):not([type=button])").last().dblclick();
    await expect(page.getByText("Your password was changed. Please sign in with the new one.")).toBeVisible();
  } finally {
    await app.dispose();
  }
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

/** The server does the work, and the line breaks before its answer comes. */
async function loseAnswers(page: Page, losses: number): Promise<void> {
  await page.route("**/*", async (route) => {
    if (route.request().method() !== "POST" || losses === 0) return route.continue();
    losses -= 1;
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
}

test("what was done although its answer got lost is not done again by the next press, nor after a reload", async ({
  page,
  context,
  app,
}) => {
  const booking = await createBooking(app.deps);
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, `/admin/bookings/${booking.id}`);
  await page.getByLabel("No answer").check();
  const log = page.getByRole("button", { name: "Log contact" });
  for (const press of ["first", "second"]) {
    await loseAnswers(page, 1);
    await log.click();
    await expect(page.getByText("We could not reach our server").first(), press).toBeVisible();
    await page.unrouteAll();
    await page.reload();
    await page.locator("html[data-alive]").waitFor({ state: "attached" });
    await expect(page.getByLabel("No answer")).toBeChecked();
  }
  await log.click();
  await expect(page.getByText("The contact was logged.")).toBeVisible();
  const contacts = app.deps.db.selectFrom("booking_contacts").where("booking_id", "=", booking.id);
  expect(await contacts.select("id").execute()).toHaveLength(1);
});

test("nor is a link sent again after a reload, for which nothing was typed", async ({
  page,
  context,
  app,
}) => {
  const booking = await createBooking(app.deps);
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, `/admin/bookings/${booking.id}`);
  await loseAnswers(page, 1);
  const send = page.getByRole("button", { name: "Send a fresh link" });
  await send.click();
  await expect(page.getByText("We could not reach our server")).toBeVisible();
  await page.reload();
  await page.locator("html[data-alive]").waitFor({ state: "attached" });
  await send.click();
  await expect(page.getByText("A fresh link is on its way")).toBeVisible();
  const mails = app.deps.db.selectFrom("outbox").where("booking_id", "=", booking.id);
  expect(await mails.where("topic", "=", "access-link").select("id").execute()).toHaveLength(1);
});
