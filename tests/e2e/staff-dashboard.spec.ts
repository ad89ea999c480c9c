import { createBooking } from "../setup/factories.ts";
import { sql } from "kysely";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";

inBothModes(
  "staff find bookings by search, filter, order and page",
  async ({ page, context, app, hasJavaScript }) => {
    const lastName = `Dash${hasJavaScript ? "Js" : "Plain"}`;
    await app.deps.db.transaction().execute(async (trx) => {
      for (let number = 0; number < 27; number += 1) {
        await createBooking(
          { ...app.deps, db: trx },
          {
            client_first_name: `Person${String(number).padStart(2, "0")}`,
            client_last_name: lastName,
            status: number === 5 ? "completed" : "pending",
            total_pence: 50_000 + number * 100,
          },
        );
      }
    });
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, "/admin/dashboard", hasJavaScript);

    for (const card of ["Total Bookings", "Pending", "Total Revenue"]) {
      await expect(page.getByRole("term").filter({ hasText: card })).toBeVisible();
    }
    for (const column of [
      "Reference",
      "Client",
      "Referrer Email",
      "Assessments",
      "Visit",
      "Total",
      "Status",
      "Date",
    ]) {
      await expect(page.getByRole("columnheader", { name: column, exact: false }).first()).toBeVisible();
    }
    await expect(page.getByRole("heading", { name: "Needs action now" })).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel("Reference, name, email, phone or place").fill(lastName);
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText("25 of 27 bookings")).toBeVisible();
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page.getByText("2 of 27 bookings")).toBeVisible();
    await page.getByRole("link", { name: "Previous page" }).click();
    await expect(page.getByText("25 of 27 bookings")).toBeVisible();

    await page.getByRole("columnheader", { name: "Total" }).getByRole("link").click();
    await expect(page.getByRole("columnheader", { name: "Total" })).toHaveAttribute("aria-sort", "ascending");
    await expect(page.getByRole("row").nth(1)).toContainText("Person00");
    await page.getByRole("columnheader", { name: "Total" }).getByRole("link").click();
    await expect(page.getByRole("row").nth(1)).toContainText("Person26");

    await page.getByLabel("Status", { exact: true }).selectOption("completed");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText("1 booking", { exact: true })).toBeVisible();
    await expect(page.getByRole("cell", { name: "Completed" })).toBeVisible();

    const href = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
    const csv = await page.request.get(href!);
    expect(csv.headers()["content-disposition"]).toMatch(/attachment; filename="bookings-.*\.csv"/);
    const lines = (await csv.text()).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`Person05 ${lastName}`);

    await page.getByLabel("Reference, name, email, phone or place").fill("nobody-has-this-name");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText("No bookings found")).toBeVisible();
  },
);

inBothModes("the charts say their numbers as text", async ({ page, context, app, hasJavaScript }) => {
  await createBooking(app.deps);
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/admin/statistics", hasJavaScript);
  await expect(page.getByRole("img", { name: "Bookings by week" })).toBeVisible();
  await page.getByText("Show these figures as tables").click();
  await expect(page.getByRole("table", { name: "Bookings by week" }).getByRole("row")).toHaveCount(13);
  await expect(page.getByRole("table", { name: "Bookings by status" })).toContainText("Pending Review");
});

test("the list is a table at 1024 px, in the order of what is due, and says what there is of a visit", async ({
  page,
  context,
  app,
}) => {
  const name = "Dueorder";
  const booked = (day: string) => ({ client_last_name: name, created_at: `2026-03-${day}T09:00:00.000Z` });
  const wished = { preferred_date: "2199-12-14", awaits_contact_since: null };
  await createBooking(app.deps, { ...booked("03"), ...wished, client_first_name: "Second" });
  await createBooking(app.deps, { ...booked("02"), ...wished, client_first_name: "First" });
  await createBooking(app.deps, { ...booked("01"), status: "completed", client_first_name: "Over" });
  await signedIn(context, app, { role_id: "coordinator" });
  await page.setViewportSize({ width: 1024, height: 800 });
  await open(page, `/admin/dashboard?search=${name}&sort=due`);
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows.nth(1)).toContainText(`First ${name}`);
  await expect(rows.nth(2)).toContainText(`Second ${name}`);
  await expect(rows.nth(3)).toContainText(`Over ${name}`);
  await expect(rows.nth(1)).toContainText("No visit, wished for 14 Dec 2199");
  await expect(rows.nth(1)).toContainText("Visit to agree");
  await expect(rows.nth(1)).toContainText("overdue");
  await expect(page.getByRole("columnheader", { name: "Visit" })).toBeVisible();
  await page.getByRole("columnheader", { name: "Client" }).getByRole("link").click();
  await expect(rows.nth(3)).toContainText(`Second ${name}`);
  await page.getByRole("link", { name: "Sort by what is due" }).click();
  await expect(rows.nth(3)).toContainText(`Over ${name}`);
});

test("a fault of the database is said plainly, inside the staff area", async ({ page, context, app }) => {
  await createBooking(app.deps);
  await signedIn(context, app, { role_id: "coordinator" });
  await sql`alter table booking_lines rename to booking_lines_away`.execute(app.deps.db);
  try {
    const response = await page.request.get("/admin/dashboard");
    expect(response.status()).toBe(500);
    const html = await response.text();
    expect(html).toContain("Error loading bookings. Please try again.");
    expect(html).toContain("<title>Something went wrong – ");
    expect(html).toContain("Reload Page");
    expect(html).toContain("Send Booking Link");
  } finally {
    await sql`alter table booking_lines_away rename to booking_lines`.execute(app.deps.db);
  }
});

test("a long address neither widens the dashboard at any width nor splits the dates", async ({
  page,
  context,
  app,
}) => {
  const long = "x".repeat(60);
  const email = `${long}@${long}.example.org`;
  await createBooking(app.deps, { referrer_email: email, client_last_name: long });
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, `/admin/dashboard?search=${long}`);
  for (const width of [375, 768, 1024, 1248, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `sideways scroll at ${width} px`).toBeLessThanOrEqual(0);
  }
  const row = page.getByRole("row", { name: email });
  const dateLines = await row
    .getByRole("cell")
    .last()
    .evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    });
  expect(dateLines, "lines of the date").toBe(1);
});

test("an answer leaves the search that is being typed, and Clear empties it", async ({
  page,
  context,
  app,
}) => {
  await createBooking(app.deps);
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, "/admin/dashboard");
  const search = page.getByLabel("Reference, name, email, phone or place");
  const status = page.getByLabel("Status", { exact: true });
  let answer = () => {};
  const isTyped = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/dashboard\.data\?/, async (route) => {
    await isTyped;
    await route.continue();
  });
  await status.selectOption("cancelled");
  await page.getByRole("button", { name: "Show" }).click();
  await search.pressSequentially("nobody-");
  answer();
  await expect(page).toHaveURL(/status=cancelled/);
  await page.keyboard.type("here");
  await expect(search).toHaveValue("nobody-here");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=nobody-here&status=cancelled/);
  await expect(page.getByRole("heading", { name: "Bookings", exact: true })).toBeFocused();

  await page.getByRole("link", { name: "Clear" }).click();
  await expect(search).toHaveValue("");
  await expect(status).toHaveValue("");
  await page.goBack();
  await expect(search).toHaveValue("nobody-here");
  await expect(status).toHaveValue("cancelled");
});
