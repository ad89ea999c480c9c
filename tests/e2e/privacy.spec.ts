import { submitComplaint } from "#app/features/privacy/complaints.server.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "#tests/setup/journey.ts";
import { signedIn } from "#tests/setup/signed-in.ts";

for (const path of ["/privacy", "/terms", "/right-to-cancel", "/accessibility"]) {
  test(`${path} can be read by everybody`, async ({ page }) => {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  });
}

inBothModes("a complaint gets a reference, and a mail", async ({ page, app, hasJavaScript }) => {
  await open(page, "/complaints", hasJavaScript);
  await page.getByRole("button", { name: "Send complaint" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByRole("link", { name: "Tell us what went wrong." })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Your name").fill("Joanna Reeve");
  await page.getByLabel("Your email address").fill("joanna.reeve@example.org");
  await page.getByLabel(/What went wrong/).fill("My letter went to a neighbour.");
  await page.getByRole("button", { name: "Send complaint" }).click();
  await expect(page.getByText(/DPC-\w{4}-\w{4}/)).toBeVisible();
  await expect
    .poll(async () =>
      (await app.mails()).some((mail) => mail.subject?.startsWith("We received your complaint")),
    )
    .toBe(true);
});

inBothModes("an Administrator exports and erases a person", async ({ page, context, app, hasJavaScript }) => {
  const { deps } = app;
  const email = `person-${deps.ids.random128().toLowerCase()}@example.org`;
  const booking = await createBooking(deps, {
    referrer_email: email,
    referrer_email_key: email,
    client_first_name: "Edith",
  });
  const administrator = await createUser(deps, { role_id: "administrator" });
  const [name, value] = (await signInAs(deps, administrator)).cookie.split(/=(.*)/s) as [string, string];
  await context.addCookies([{ name, value, url: app.origin }]);

  await open(page, "/admin/privacy", hasJavaScript);
  await page.getByLabel("Email address or booking reference").fill(email);
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(email);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Readable export", exact: true }).click();
  await expect(page.getByText("Edith").first()).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(/\d{4}-\d\d-\d\d|Client dob/);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.goBack();

  const erasure = page.getByRole("region", { name: "Erasure" });
  await erasure.getByLabel("Reason").fill("Asked by letter");
  await erasure.getByLabel(/I have checked/).check();
  await erasure.getByRole("button", { name: "Erase this person" }).click();
  await expect(page.getByText("The person was erased.")).toBeVisible();
  const row = await deps.db
    .selectFrom("bookings")
    .selectAll()
    .where("id", "=", booking.id)
    .executeTakeFirstOrThrow();
  expect([row.referrer_email, row.client_first_name, row.reference]).toEqual(["", null, booking.reference]);
});

inBothModes("an Administrator answers a complaint", async ({ page, context, app, hasJavaScript }) => {
  const details = { name: "Joanna Reeve", email: "jo@example.org", complaint: "It went astray.\n\nTwice." };
  const by = { clientAddress: "192.0.2.1", requestId: "request-1" };
  const jobs = { wake() {}, handlers: [], bookingsOf: async () => new Map() };
  const reference = (await submitComplaint({ ...app.deps, jobs }, details, by))!;
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/admin/privacy", hasJavaScript);
  await expectAccessible(page);
  await page.getByRole("link", { name: reference }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Complaint ${reference}`);
  expect(await page.getByText("It went astray.").innerText()).toBe(details.complaint);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Mark as acknowledged" }).click();
  await expect(page.getByText("Acknowledged", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Mark as answered" }).click();
  await expect(page.getByText("Answered", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Mark as/ })).toHaveCount(0);
});

inBothModes("a restricted person's booking can be read, not changed", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  const booking = await createBooking(app.deps, { client_first_name: "Edith" });
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, `/admin/bookings/${booking.id}/cancel`, hasJavaScript);
  const admin = await context.newPage();
  await open(admin, "/admin/privacy", hasJavaScript);
  await admin.getByLabel("Email address or booking reference").fill(booking.reference);
  await admin.getByRole("button", { name: "Look up" }).click();
  const restriction = admin.getByRole("region", { name: "Restriction" });
  const hold = admin.getByRole("region", { name: "Legal hold" });
  await hold.getByLabel("Reason").fill("Claim in court");
  await restriction.getByLabel("Reason").fill("Accuracy contested");
  await restriction.getByRole("button", { name: "Restrict processing" }).click();
  await expect(admin.getByRole("status")).toContainText("Processing is restricted");
  await expect(restriction.getByLabel("Reason")).toHaveValue("");
  await expectAccessible(admin);
  if (!hasJavaScript) await hold.getByLabel("Reason").fill("Claim in court");
  await hold.getByLabel("Reason").press("Enter");
  await expect(admin.getByRole("status")).toContainText("The legal hold is in place");

  await page.getByRole("button", { name: "Cancel booking" }).click();
  await expect(page.getByRole("alert").first()).toContainText("restricted the use of this person's data");
  await page.goto(`/admin/bookings/${booking.id}`);
  await expect(page.getByText("Processing restricted.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Update status" })).toHaveCount(0);
  await expect(page.getByText("Edith").first()).toBeVisible();
});

test("a Coordinator has no privacy desk", async ({ page, context, app }) => {
  const coordinator = await createUser(app.deps, { role_id: "coordinator" });
  const [name, value] = (await signInAs(app.deps, coordinator)).cookie.split(/=(.*)/s) as [string, string];
  await context.addCookies([{ name, value, url: app.origin }]);
  const answer = await page.goto("/admin/privacy");
  expect(answer?.status()).toBe(403);
});

test("a link at the foot takes the focus into the page that it opens", async ({ page }) => {
  await open(page, "/");
  await page.getByRole("link", { name: "Accessibility" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Accessibility" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});
