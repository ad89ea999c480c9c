import type { Page, Request } from "@playwright/test";
import { issueToken } from "#app/features/accounts/password/account-tokens.server.ts";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { createBooking, createUser, signInAs } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";
import type { ServerProcess } from "../setup/server-process.ts";

const PASSWORD = "a quiet garden";

/** The path of the newest link in a mail to `to` whose address contains `part`. */
async function mailedPath(app: ServerProcess, to: string, part: string): Promise<string> {
  const links = async () =>
    (await app.mails())
      .filter((mail) => mail.to?.some((address) => address.address === to))
      .flatMap((mail) => mail.text?.match(/https?:\/\/\S+/g) ?? [])
      .filter((link) => link.includes(part));
  await expect.poll(async () => (await links()).length).toBeGreaterThan(0);
  const url = new URL((await links()).at(-1)!);
  return url.pathname + url.search;
}

async function login(page: Page, email: string, password: string) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

inBothModes(
  "a referrer makes an account from a booking and confirms their address",
  async ({ page, app, hasJavaScript }) => {
    const email = `referrer-${hasJavaScript}@example.org`;
    const who = { referrer_email: email, referrer_email_key: email };
    const booking = await createBooking(app.deps, who);
    const earlier = await createBooking(app.deps, who);

    await open(page, `/booking/confirmation/${booking.id}?token=${booking.token}`, hasJavaScript);
    const createAccount = hasJavaScript
      ? page.getByRole("button", { name: "Create Account" })
      : page.getByRole("link", { name: "Create Account" });
    await createAccount.click();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
    if (hasJavaScript) await expectAccessible(page);
    const submit = page.getByRole("button", { name: "Create Account" });
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill("something else");
    if (hasJavaScript) {
      await expect(submit).toBeDisabled();
      await expect(page.getByText("Passwords don't match")).toBeVisible();
    } else {
      await submit.click();
      await expect(page.getByRole("alert")).toContainText("Passwords don't match");
    }
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByLabel("Confirm password").fill("short");
    await submit.click();
    await expect(page.getByRole("alert").first()).toContainText(
      "Password must be at least 8 characters long.",
    );
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    if (hasJavaScript) {
      await page.route("**/*.data*", (route) => route.abort("internetdisconnected"));
      await submit.click();
      await expect(page.locator(".toast")).toContainText("Registration failed");
      await page.unroute("**/*.data*");
    }
    await submit.click();
    await expect(page.getByText("Account created")).toBeVisible();
    await page.getByRole("link", { name: "sign in to your account" }).click();

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Customer Login");
    await login(page, email, PASSWORD);
    await expect(page).toHaveURL(/\/customer\/dashboard$/);

    await open(page, await mailedPath(app, email, "/customer/verify-email"), hasJavaScript);
    await page.getByRole("button", { name: "Confirm Email Address" }).click();
    await expect(page).toHaveURL(/\/customer\/dashboard$/);
    const link = await app.deps.db
      .selectFrom("users")
      .select("email_confirmed_at")
      .where("email_key", "=", email)
      .executeTakeFirstOrThrow();
    expect(link.email_confirmed_at).not.toBeNull();
    expect((await page.goto(`/booking/${earlier.id}`))?.status()).toBe(200);
  },
);

inBothModes("a link that was used in another tab says so", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  const email = `two-tabs-${hasJavaScript}@example.org`;
  const user = await createUser(app.deps, { email, email_confirmed_at: null });
  const [name, value] = (await signInAs(app.deps, user)).cookie.split("=") as [string, string];
  await context.addCookies([{ name, value, url: app.origin }]);
  const token = await issueToken(app.deps.db, app.deps, user.id, "confirm-email", 60);
  const path = `/customer/verify-email?token=${token}`;
  await open(page, path, hasJavaScript);
  const other = await context.newPage();
  await open(other, path, hasJavaScript);
  await other.getByRole("button", { name: "Confirm Email Address" }).click();
  await expect(other).toHaveURL(/\/customer\/dashboard$/);
  await page.getByRole("button", { name: "Confirm Email Address" }).click();
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
});

test("the focus follows an account from its offer to the form and to what came of it", async ({
  page,
  app,
}) => {
  const booking = await createBooking(app.deps, {
    referrer_email: "focus@example.org",
    referrer_email_key: "focus@example.org",
  });
  await open(page, `/booking/confirmation/${booking.id}?token=${booking.token}`);
  const box = page.getByRole("group", { name: "Create an account" });
  await page.getByRole("button", { name: "Create Account" }).press("Enter");
  await expect(box).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).press("Enter");
  await expect(page.getByText("Account created")).toBeVisible();
  await expect(box).toBeFocused();
});

test("a link pressed while the page is still refreshing after the registration is followed", async ({
  page,
  app,
}) => {
  const booking = await createBooking(app.deps, { referrer_email: "hasty@example.org" });
  await open(page, `/booking/confirmation/${booking.id}?token=${booking.token}`);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);

  const isRefresh = (url: URL) => url.pathname === `/booking/confirmation/${booking.id}.data`;
  const { promise: isLinkPressed, resolve: linkPressed } = Promise.withResolvers<void>();
  await page.route(isRefresh, async (route) => {
    await isLinkPressed;
    await route.continue();
  });
  const ofRefresh = (request: Request) => isRefresh(new URL(request.url()));
  const isRefreshed = Promise.race([
    page.waitForEvent("requestfinished", ofRefresh),
    page.waitForEvent("requestfailed", ofRefresh),
  ]);
  await page.route(/\/__manifest|\/customer\/login/, async (route) => {
    await isRefreshed;
    await route.continue();
  });
  const refreshing = page.waitForRequest(ofRefresh);
  await page.getByRole("button", { name: "Create Account" }).click();
  await refreshing;
  await page.getByRole("link", { name: "sign in to your account" }).click();
  linkPressed();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Customer Login");
});

inBothModes("an account whose answer got lost is there, and registering again says so", async (journey) => {
  const { page, app, hasJavaScript } = journey;
  const email = `lost-answer-${hasJavaScript}@example.org`;
  const booking = await createBooking(app.deps, { referrer_email: email, referrer_email_key: email });
  const register = async () => {
    await open(page, `/booking/confirmation/${booking.id}?token=${booking.token}`, hasJavaScript);
    await page.getByRole(hasJavaScript ? "button" : "link", { name: "Create Account" }).click();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create Account" }).click();
  };
  const { promise: isLost, resolve: lost } = Promise.withResolvers<void>();
  await page.route("**/booking/register/**", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch({ maxRedirects: 0 });
    await route.abort("connectionreset");
    lost();
  });
  await register();
  await isLost;
  await page.unroute("**/booking/register/**");
  await register();
  await expect(page.getByText("Account created")).toBeVisible();
});

inBothModes("Continue as Guest puts the offer away", async ({ page, app, hasJavaScript }) => {
  const booking = await createBooking(app.deps);
  await open(page, `/booking/confirmation/${booking.id}?token=${booking.token}`, hasJavaScript);
  await page.getByText("Continue as Guest").click();
  await expect(page.getByRole("heading", { name: "Create an account" })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Booking Confirmed");
});

inBothModes(
  "a forgotten password is replaced by a mailed link, once",
  async ({ page, app, hasJavaScript }) => {
    const user = await createUser(app.deps, { email: `forgetful-${hasJavaScript}@example.org` });
    await open(page, "/customer/login", hasJavaScript);
    if (hasJavaScript) await expectAccessible(page);
    await page.getByRole("link", { name: "Forgotten your password?" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reset Password");
    await page.getByLabel("Email").fill(user.email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(page.getByText("If there is an account with that address")).toBeVisible();

    const path = await mailedPath(app, user.email, "/customer/login/reset/password");
    await open(page, path, hasJavaScript);
    await open(page, path, hasJavaScript);
    const second = await page.context().newPage();
    await open(second, path, hasJavaScript);
    const choosePassword = async (tab: Page) => {
      await tab.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await tab.getByLabel("Confirm password").fill(PASSWORD);
      await tab.getByRole("button", { name: "Change password" }).click();
    };
    await choosePassword(page);
    await expect(page.getByText("Your password was changed.")).toBeVisible();
    await choosePassword(second);
    await expect(second.getByText("This link has been used already")).toBeVisible();
    await expect(second.getByRole("link", { name: "sign in" })).toHaveAttribute("href", "/customer/login");
    await login(page, user.email, PASSWORD);
    await expect(page).toHaveURL(/\/customer\/dashboard$/);
    expect((await page.goto(path))?.status()).toBe(404);
  },
);

inBothModes(
  "a customer changes their password, ends other sessions and finds the way back to their bookings",
  async ({ page, context, app, hasJavaScript }) => {
    const email = `settled-${hasJavaScript}@example.org`;
    const user = await signedIn(context, app, { email, password_hash: await hashPassword(PASSWORD) });
    await signInAs(app.deps, user);
    const booking = await createBooking(app.deps, { referrer_email: email, referrer_email_key: email });

    await open(page, "/customer/dashboard", hasJavaScript);
    await page.getByRole("link", { name: "Account" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
    await expectAccessible(page);
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(3);
    await page.getByRole("button", { name: "End all other sessions" }).click();
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);

    await page.getByRole("link", { name: "Change password" }).click();
    const change = async (current: string) => {
      await page.getByLabel("Current password").fill(current);
      await page.getByLabel("New password", { exact: true }).fill("a louder garden");
      await page.getByLabel("Confirm password").fill("a louder garden");
      await page.getByRole("button", { name: "Change password" }).click();
    };
    await change("not the password");
    await expect(page.getByRole("alert").first()).toContainText("Your current password is not right");
    await change(PASSWORD);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");

    await open(page, `/booking/${booking.id}`, hasJavaScript);
    await expect(page.getByRole("link", { name: "Login" })).toHaveCount(0);
    await page.getByRole("banner").getByRole("link", { name: "Your bookings" }).click();
    await expect(page).toHaveURL(/\/customer\/dashboard$/);
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Login" })).toHaveCount(0);

    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Customer Login");
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    await login(page, email, "a louder garden");
    await expect(page).toHaveURL(/\/customer\/dashboard$/);
  },
);

inBothModes("Login shows customers their own way in first", async ({ page, app, hasJavaScript }) => {
  await open(page, `${app.origin}/booking`, hasJavaScript);
  await page.getByRole("banner").getByRole("link", { name: "Login" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Login");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Customer login" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Customer Login");
});
