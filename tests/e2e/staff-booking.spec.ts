import { createBooking } from "../setup/factories.ts";
import { boxOf, expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";

inBothModes(
  "staff move a booking on, and the referrer is told",
  async ({ page, context, app, hasJavaScript }) => {
    const address = `status-${hasJavaScript}@example.org`;
    const booking = await createBooking(app.deps, { referrer_email: address, referrer_email_key: address });
    await signedIn(context, app, { role_id: "coordinator", first_name: "Priya", last_name: "Nair" });
    await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
    await expect(page.getByRole("heading", { name: `Booking ${booking.reference}` })).toBeVisible();
    await expect(page.getByText("Pending Review").first()).toBeVisible();
    await expect(page.getByText("hours left").first()).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Update status" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Please choose a status.");
    await expect(page).toHaveTitle(/^Error: /);

    await page.getByLabel("Change status to").selectOption("confirmed");
    await page.getByLabel("Note to the referrer").fill("We come at ten.");
    await page.getByRole("button", { name: "Update status" }).click();
    await expect(page.getByRole("alert").first()).toContainText("This booking has no date yet.");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Confirm without a date" }).click();
    await expect(page.getByText("The status was changed.")).toBeVisible();
    await expect(page.getByText("Pending Review to Confirmed")).toBeVisible();
    await expect(page.getByText(", Priya Nair")).toBeVisible();
    const mail = () =>
      app.mails().then((mails) => mails.find((candidate) => candidate.to?.[0]?.address === address));
    await expect.poll(async () => (await mail())?.text).toContain("We come at ten.");

    await page.getByRole("link", { name: "Cancel this booking" }).click();
    await page.getByLabel("Tell the referrer by email").uncheck();
    await page.getByRole("button", { name: "Cancel booking" }).click();
    await expect(page.getByText("Confirmed to Cancelled")).toBeVisible();

    await page.getByLabel("Change status to").selectOption("pending");
    await page.getByRole("button", { name: "Update status" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Please give a reason.");
    await page.getByLabel("Reason").fill("Cancelled by mistake");
    await page.getByRole("button", { name: "Update status" }).click();
    await expect(page.getByText("Reason: Cancelled by mistake")).toBeVisible();
  },
);

inBothModes(
  "what staff typed is kept when their session has ended, and saved after they signed in again",
  async ({ page, context, app, hasJavaScript }) => {
    const booking = await createBooking(app.deps);
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}/edit`, hasJavaScript);
    await page.getByLabel("Location").fill('Hull, "Quay" <2>');
    await context.clearCookies();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText(/Your session has ended/).first()).toBeVisible();
    await expect(page.getByText(/Nothing you typed is lost: it is kept on this page/)).toBeVisible();
    await expectAccessible(page);
    if (!hasJavaScript) {
      await expect(page.getByRole("link", { name: "Sign in" })).toHaveAttribute(
        "href",
        `/admin/login?redirectTo=${encodeURIComponent(`/admin/bookings/${booking.id}/edit`)}`,
      );
    }
    await signedIn(context, app, { role_id: "coordinator" });
    await page.getByRole("button", { name: hasJavaScript ? "Save changes" : "Try again" }).click();
    await expect(page.getByText("Your changes were saved.")).toBeVisible();
    await expect(page.getByText('Hull, "Quay" <2>').first()).toBeVisible();
  },
);

inBothModes(
  "the second of two colleagues is told, and keeps what they typed",
  async ({ page, context, app, hasJavaScript }) => {
    const booking = await createBooking(app.deps);
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}/edit`, hasJavaScript);
    await page.getByLabel("Location").fill("Hull");

    await app.deps.db
      .updateTable("bookings")
      .set({ assessment_location: "York", version: 2 })
      .where("id", "=", booking.id)
      .execute();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Somebody else changed this booking");
    const [summary, field] = [page.getByRole("alert").first(), page.getByLabel("Location")];
    await expect.poll(async () => (await boxOf(summary)).width - (await boxOf(field)).width).toBe(0);
    await expect(page.getByText("Saved since: York").first()).toBeVisible();
    await expect(page.getByLabel("Location")).toHaveValue("Hull");
    await expectAccessible(page);

    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Your changes were saved.")).toBeVisible();
    await expect(page.getByText("location: York → Hull")).toBeVisible();
    await expect(page.getByText("Details changed")).toBeVisible();
  },
);

test("the same contact is logged again by somebody who goes back and does so", async ({
  page,
  context,
  app,
}) => {
  const booking = await createBooking(app.deps);
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, `/admin/dashboard?search=${booking.reference}`);
  await page.locator(`a[href="/admin/bookings/${booking.id}"]:visible`).first().click();
  const log = page.getByRole("button", { name: "Log contact" });
  const contacts = () =>
    app.deps.db.selectFrom("booking_contacts").select("id").where("booking_id", "=", booking.id).execute();
  for (const count of [1, 2]) {
    await page.getByLabel("No answer").check();
    await log.click();
    await expect(page.getByText("The contact was logged.")).toBeVisible();
    await expect.poll(async () => (await contacts()).length).toBe(count);
    await page.goBack();
    await expect(page.getByText("The contact was logged.")).toBeHidden();
  }
});

inBothModes(
  "staff log a contact, take a booking over and complete one whose day is past",
  async ({ page, context, app, hasJavaScript }) => {
    const name = hasJavaScript ? "Quill" : "Plume";
    const booking = await createBooking(app.deps, { client_last_name: name });
    const past = await createBooking(app.deps, { status: "confirmed", preferred_date: "2020-02-03" });
    await signedIn(context, app, { role_id: "coordinator", first_name: "Priya", last_name: name });
    await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
    await page.getByLabel("Contact note").fill("Rings back from the ward.");
    await page.getByRole("button", { name: "Log contact" }).click();
    await expect(page.getByRole("alert").first()).toContainText("The contact was not logged.");
    await expect(page.getByText("Please choose how it went.").first()).toBeVisible();
    await expect(page.getByLabel("Contact note")).toHaveValue("Rings back from the ward.");
    await expectAccessible(page);
    await page.getByLabel("Waiting for the referrer").check();
    await page.getByLabel("Next contact on").fill("2199-02-01");
    await page.getByRole("button", { name: "Log contact" }).click();
    await expect(page.getByText("The contact was logged.")).toBeVisible();
    await expect(page.getByText("Next contact 01/02/2199").first()).toBeVisible();
    await expect(page.getByText("Rings back from the ward.")).toBeVisible();

    await page.getByLabel("Looked after by").selectOption({ label: `Priya ${name}` });
    await page.getByRole("button", { name: "Save owner" }).click();
    await expect(page.getByText("The owner was changed.")).toBeVisible();
    await expectAccessible(page);

    await open(page, "/admin/dashboard", hasJavaScript);
    await page.getByLabel("Looked after by").selectOption("mine");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText("1 booking", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: `Mark as completed: ${past.reference}` }).click();
    await expect(page.getByText("was marked as completed")).toBeVisible();
    await expect(page.getByRole("button", { name: `Mark as completed: ${past.reference}` })).toHaveCount(0);
  },
);

test("what is typed in the other forms of the page stays", async ({ page, context, app }) => {
  const { db } = app.deps;
  const { id } = await createBooking(app.deps);
  const another = await createBooking(app.deps);
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, `/admin/bookings/${another.id}`);
  await page.getByRole("link", { name: "Dashboard" }).click();
  // The list has what is due first, so bookings of other tests are on top.
  await page.getByRole("link", { name: "Date", exact: true }).click();
  await expect(page).toHaveURL(/sort=date/);
  await page.locator(`table a[href="/admin/bookings/${id}"]:visible`).first().click();
  const [reason, note] = [page.getByLabel("Reason"), page.getByLabel("Contact note")];
  await page.getByLabel("Change status to").selectOption("cancelled");
  await reason.fill("Rang to cancel");
  await page.getByLabel("No answer").check();
  await note.fill("Rings tomorrow");
  await db.updateTable("bookings").set({ version: 2 }).where("id", "=", id).execute();
  await page.getByRole("button", { name: "Log contact" }).click();
  await expect(page.getByText("The contact was logged.")).toBeVisible();
  await expect(note).toHaveValue("");
  await expect(reason).toHaveValue("Rang to cancel");

  await note.fill("Rang again");
  await db.updateTable("bookings").set({ version: 3 }).where("id", "=", id).execute();
  await page.getByLabel("Change status to").selectOption("cancelled");
  await page.getByRole("button", { name: "Update status" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Somebody else changed this booking");
  await expect(reason).toHaveValue("Rang to cancel");
  await expect(note).toHaveValue("Rang again");
  // The refusal is shown before the booking was loaded again: the form has the old version until then.
  await expect(page.locator("#status-form [name=version]")).toHaveValue("3");
  // The button may still move under a pointer, so the keyboard presses it.
  await page.getByRole("button", { name: "Update status" }).press("Enter");
  await expect(page.getByText("The status was changed.")).toBeVisible();
  await expect(reason).toHaveValue("");
  await expect(note).toHaveValue("Rang again");

  await page.evaluate(() => history.go(-5));
  await expect(page).toHaveURL(new RegExp(another.id));
  await expect(page.getByRole("heading", { name: `Booking ${another.reference}` })).toBeVisible();
  await expect(note).toHaveValue("");
});

inBothModes(
  "a change refused because the privacy desk restricted the booking stays on the page",
  async (journey) => {
    const { page, context, app, hasJavaScript } = journey;
    const { id } = await createBooking(app.deps);
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${id}`, hasJavaScript);
    await page.getByLabel("Change status to").selectOption("cancelled");
    await page.getByLabel("Reason").fill("Rang to cancel");
    await app.deps.db
      .insertInto("privacy_marks")
      .values({
        id: `mark-${hasJavaScript}`,
        kind: "restriction",
        email_key: null,
        booking_id: id,
        reason: "Asked for it",
        placed_at: "2026-11-23",
        placed_by: "desk",
        lifted_at: null,
        lifted_by: null,
      })
      .execute();
    await page.getByRole("button", { name: "Update status" }).click();
    await expect(page.getByText("Processing restricted.")).toBeVisible();
    await expect(page.locator(".error-summary")).toContainText("until an Administrator lifts that");
    await expect(page.getByLabel("Reason")).toHaveValue("Rang to cancel");
  },
);

inBothModes("staff send a fresh link and stop the old one", async ({ page, context, app, hasJavaScript }) => {
  const booking = await createBooking(app.deps);
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
  await page.getByLabel("Stop links that were sent earlier").check();
  await page.getByRole("button", { name: "Send a fresh link" }).click();
  await expect(page.getByText("Earlier links no longer work.")).toBeVisible();
  await context.clearCookies();
  const response = await page.request.get(`/booking/${booking.id}?token=${booking.token}`);
  expect(response.status()).toBe(404);
});

inBothModes(
  "staff are told when a booking is not there, and can go on with their work",
  async ({ page, context, app, hasJavaScript }) => {
    await signedIn(context, app, { role_id: "coordinator" });
    const address = "/admin/bookings/0193f3a1-0000-7000-8000-000000000001";
    expect((await page.goto(address))?.status()).toBe(404);
    await open(page, address, hasJavaScript);
    await expect(page.getByRole("heading", { name: "Booking Not Found" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("navigation").getByRole("link", { name: "Security" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Security");
    await page.goBack();
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
    await page.goBack();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/admin\/login/);
  },
);

inBothModes(
  "staff are told when a booking was erased meanwhile",
  async ({ page, context, app, hasJavaScript }) => {
    const { db } = app.deps;
    const { id } = await createBooking(app.deps);
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${id}`, hasJavaScript);
    await db.deleteFrom("booking_lines").where("booking_id", "=", id).execute();
    await db.deleteFrom("bookings").where("id", "=", id).execute();
    await page.getByRole("button", { name: "Send a fresh link" }).click();
    await expect(page.getByRole("heading", { name: "Booking Not Found" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Go to the dashboard" })).toBeVisible();
  },
);

test("a page that took away what was pressed starts at the notice of what was done", async ({
  page,
  context,
  app,
}) => {
  const booking = await createBooking(app.deps, { preferred_date: "2199-01-01" });
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, `/admin/bookings/${booking.id}`);
  await page.getByLabel("Change status to").selectOption("confirmed");
  await page.getByRole("button", { name: "Update status" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "The status was changed." })).toBeFocused();
  await page.getByRole("link", { name: "Dashboard" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Dashboard" })).toBeFocused();
});

inBothModes(
  "staff price Other, add an assessment and correct the client, and the referrer is told without the details",
  async ({ page, context, app, hasJavaScript }) => {
    const address = `edited-${hasJavaScript}@example.org`;
    const booking = await createBooking(app.deps, {
      referrer_email: address,
      referrer_email_key: address,
      assessment_location: "Leeds",
    });
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
    await page.getByRole("link", { name: "Edit assessments and payment" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Assessments and payment");
    await expectAccessible(page);
    await page.getByLabel("Other", { exact: true }).check();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Please check the details.");
    await expect(page.getByText("Please describe the assessment you need").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("What do you need assessed?").fill("Capacity to decide about marriage.");
    await page.getByLabel("Price of Other, in pounds").fill("450.50");
    await page.getByLabel("Pay now").check();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Your changes were saved.")).toBeVisible();
    await expect(page.getByText("total: £595.00 → £975.50")).toBeVisible();
    await expect(page.getByText("price of Other: nothing → £450.50")).toBeVisible();
    await expect(page.getByText("The referrer wrote: Capacity to decide about marriage.")).toBeVisible();

    await page.getByRole("link", { name: "Edit client details" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Client details");
    await page.getByLabel("Title").selectOption("Mrs");
    await page.getByLabel("First name").fill("Edith");
    await page.getByLabel("Day").fill("7");
    await page.getByLabel("Month").fill("3");
    await page.getByLabel("Year").fill("1942");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("client's first name: nothing → Edith")).toBeVisible();

    const mails = async () =>
      (await app.mails())
        // The booking is paid now since, so that an invoice follows, too.
        .filter((mail) => mail.to?.[0]?.address === address && !mail.subject?.startsWith("Your invoice"))
        .map((mail) => `${mail.subject} ${mail.text}`);
    await expect.poll(async () => (await mails()).length).toBe(2);
    const texts = (await mails()).join("\n");
    expect(texts).toContain("was changed");
    expect(texts).toContain("The total was £595.00. It is £975.50 now");
    expect(texts).not.toMatch(/marriage|Edith|1942/);
  },
);

test.describe("a change that could not be sent", () => {
  test.use({ hasFaults: true });

  test("comes back after a reload, and does not overwrite what a colleague saved meanwhile", async ({
    page,
    context,
    app,
  }) => {
    const booking = await createBooking(app.deps);
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}/edit`);
    await page.getByLabel("Location").fill("Hull");
    await page.route("**/*.data*", (route) => route.abort("internetdisconnected"));
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.locator(".error-summary")).toContainText("We could not reach our server");
    await page.unroute("**/*.data*");
    await app.deps.db
      .updateTable("bookings")
      .set({ assessment_location: "York", version: 2 })
      .where("id", "=", booking.id)
      .execute();
    await page.reload();
    await expect(page.getByLabel("Location")).toHaveValue("Hull");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved since: York").first()).toBeVisible();
  });

  test("stays on its page when too many requests came from its address", async ({ page, context, app }) => {
    const booking = await createBooking(app.deps);
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}/edit`);
    await page.getByLabel("Location").fill("Hull");
    const busy = { status: 429, contentType: "text/html", body: "<!doctype html>" };
    await page.route("**/*.data*", (route) => route.fulfill(busy));
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.locator(".error-summary")).toContainText("Too many requests");
    await page.unroute("**/*.data*");
    await expect(page.getByLabel("Location")).toHaveValue("Hull");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Your changes were saved.")).toBeVisible();
  });
});
