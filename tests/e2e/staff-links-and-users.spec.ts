import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { createUser } from "../setup/factories.ts";
import { signedIn } from "../setup/signed-in.ts";

inBothModes(
  "staff generate a booking link, copy it and send it",
  async ({ page, context, app, hasJavaScript }) => {
    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, "/admin/send-booking", hasJavaScript);
    await expect(page.getByRole("checkbox")).toHaveCount(10);

    const refused = async (button: string, title: string, text: string) => {
      await page.getByRole("button", { name: button, exact: true }).click();
      await expect(page.getByRole("alert").filter({ hasText: text }).first()).toContainText(title);
    };
    await refused(
      "Generate Booking Link",
      "No assessments selected",
      "Please select at least one assessment to generate a booking link",
    );
    await expectAccessible(page);
    await refused("Send", "Email required", "Please enter the customer's email address");
    await page.getByLabel("Customer's email address").fill("client@example.org");
    await refused("Send", "No link generated", "Please generate a booking link first");

    await page.getByLabel("Capacity to Make a Will").check();
    await page.getByLabel("Property and Finance Capacity Assessment").check();
    await page.getByRole("button", { name: "Generate Booking Link" }).click();
    const link = `${app.origin}/booking?assessments=property-finance%2Ccapacity-will`;
    await expect(page.getByLabel("Booking link", { exact: true })).toHaveValue(link);

    if (hasJavaScript) {
      await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: app.origin });
      await page.getByRole("button", { name: "Copy link" }).click();
      await expect(page.getByText("✓")).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await expect(page.getByText("✓")).toBeHidden();
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
      });
      await page.getByRole("button", { name: "Copy link" }).click();
      await expect(page.getByRole("alert").filter({ hasText: "Copy failed" })).toContainText(
        "Unable to copy link to clipboard",
      );
    } else {
      await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(0);
    }

    const address = `link-${hasJavaScript}@example.org`;
    await page.getByLabel("Customer's email address").fill(address);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText("The booking link is on its way to the customer.")).toBeVisible();
    await expect
      .poll(async () => (await app.mails()).find((mail) => mail.to?.[0]?.address === address)?.text)
      .toContain(link);
  },
);

inBothModes("an administrator adds a user", async ({ page, context, app, hasJavaScript }) => {
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/admin/users", hasJavaScript);
  for (const column of ["Email", "Name", "Role", "Status", "Created"]) {
    await expect(page.getByRole("columnheader", { name: column })).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add User" }).click();
  await expect(page.getByRole("heading", { name: "Create New Admin User" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(hasJavaScript ? 1 : 0);
  await expect(page.getByLabel("Role").getByRole("option")).toHaveText([
    "Choose a role",
    /^Administrator/,
    /^Assessor/,
    /^Coordinator/,
  ]);

  const email = `new-${hasJavaScript}@example.org`;
  const refused = async (text: string) => {
    await page.getByRole("button", { name: "Create User" }).click();
    await expect(page.getByRole("alert").filter({ hasText: text }).first()).toBeVisible();
  };
  await refused("Please fill in all fields.");
  if (hasJavaScript) await expect(page.getByText("Missing fields")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Role").selectOption("coordinator");
  await page.getByLabel("Temporary password", { exact: true }).fill("short");
  await refused("Password must be at least 8 characters long.");
  if (hasJavaScript) await expect(page.getByText("Password too short")).toBeVisible();
  await expect(page.getByLabel("Temporary password", { exact: true })).toHaveValue(
    hasJavaScript ? "short" : "",
  );
  await page.getByLabel("Temporary password", { exact: true }).fill("Harbour-light-42");
  await page.getByRole("button", { name: "Create User" }).click();

  await expect(page.getByText("The user was created.")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Coordinator");
  await expect(row).toContainText("Active");
});

inBothModes(
  "an administrator finds a user, gives them a name and another role, and is asked before shutting them out",
  async ({ page, context, app, hasJavaScript }) => {
    await signedIn(context, app, { role_id: "administrator" });
    const email = `colleague-${hasJavaScript}@example.org`;
    await createUser(app.deps, { email, role_id: "coordinator", first_name: null, last_name: null });
    const customer = `customer-of-${hasJavaScript}@example.org`;
    await createUser(app.deps, { email: customer, email_confirmed_at: null });
    const rowOf = (text: string) => page.getByRole("row").filter({ hasText: text });

    await open(page, "/admin/users", hasJavaScript);
    await expect(rowOf(customer)).toHaveCount(0);
    await expect(page.getByLabel("Kind of user").locator("[aria-current]")).toHaveText([/^Staff \d+$/]);
    await page.getByRole("link", { name: "Customers" }).click();
    await expect(rowOf(customer)).toContainText("Not confirmed");
    await expect(rowOf(email)).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("link", { name: /^Staff \d+$/ }).click();
    await expect(rowOf(email)).toBeVisible();
    await page.getByLabel("Name or email").fill(`COLLEAGUE-${hasJavaScript}`);
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("row")).toHaveCount(2);
    await page.getByRole("link", { name: `Manage ${email}` }).click();

    await expect(page.getByRole("heading", { level: 1 })).toHaveText(email);
    await expectAccessible(page);
    await page.getByLabel("First name").fill("Robin");
    await page.getByLabel("Last name").fill("Achterberg");
    await page.getByLabel("Role").selectOption("administrator");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Robin Achterberg");
    await expect(page.getByRole("definition").filter({ hasText: "Administrator" })).toBeVisible();

    await page.getByRole("link", { name: "Deactivate" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deactivate this user?");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "New temporary password" }).click();
    await page.getByRole("button", { name: "New temporary password" }).click();
    await expect(page.getByText("A new temporary password is on its way")).toBeVisible();
    await page.getByRole("link", { name: "Deactivate" }).click();
    await page.getByRole("button", { name: "Deactivate" }).click();
    await expect(page.getByText("Inactive", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Reactivate" }).click();
    await expect(page.getByText("The user can sign in again.")).toBeVisible();
  },
);

inBothModes("a coordinator has no users page", async ({ page, context, app, hasJavaScript }) => {
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, "/admin/dashboard", hasJavaScript);
  await expect(page.getByRole("link", { name: "Send Booking Link" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Users" })).toHaveCount(0);
  const response = await page.goto("/admin/users");
  expect(response?.status()).toBe(403);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Dashboard" })).toBeVisible();
});

inBothModes(
  "someone who is an administrator no longer is refused what they send, and keeps the navigation",
  async ({ page, context, app, hasJavaScript }) => {
    const { id } = await signedIn(context, app, { role_id: "administrator" });
    await open(page, "/admin/users/new", hasJavaScript);
    const demoted = app.deps.db.updateTable("users").set({ role_id: "coordinator" });
    await demoted.where("id", "=", id).execute();
    await page.getByRole("button", { name: "Create User" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You do not have access to this page");
    await page.getByRole("navigation").getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  },
);

inBothModes("a customer sees nothing of the staff area", async ({ page, context, app }) => {
  await signedIn(context, app, { role_id: "customer" });
  expect((await page.goto("/admin/users"))?.status()).toBe(403);
  await expect(page.getByRole("navigation")).toHaveCount(0);
});

test("a user who is being added stays while a search's answer arrives", async ({ page, context, app }) => {
  await signedIn(context, app, { role_id: "administrator" });
  const { email } = await createUser(app.deps, { role_id: "coordinator" });
  await open(page, "/admin/users");
  let answer = () => {};
  const isTyped = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\.data/, async (route) => {
    await isTyped;
    await route.continue();
  });
  await page.getByLabel("Name or email").fill(email);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("button", { name: "Add User" }).click();
  await page.getByLabel("Email", { exact: true }).fill("typed@example.org");
  answer();
  await expect(page.getByText(`Staff found for “${email}”`)).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("typed@example.org");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Add User" })).toBeFocused();
});
