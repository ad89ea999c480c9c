import { Secret, TOTP } from "otpauth";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { createUser, signInAs } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { signInBrowser } from "../setup/signed-in.ts";

const PASSWORD = "Harbour-light-42";

inBothModes(
  "two-factor authentication is set up, asked for, and turned off again",
  async ({ page, context, app, hasJavaScript }) => {
    const user = await createUser(app.deps, {
      role_id: "coordinator",
      email: `second-factor-${hasJavaScript}@example.org`,
      password_hash: await hashPassword(PASSWORD),
    });
    const signIn = async () => {
      const { cookie } = await signInAs(app.deps, user);
      const [name, value] = cookie.split("=") as [string, string];
      await context.addCookies([{ name, value, url: app.origin }]);
    };
    await signIn();
    await open(page, "/admin/security", hasJavaScript);
    if (hasJavaScript) await expectAccessible(page);
    await page.getByRole("link", { name: "Set up two-factor authentication" }).click();
    await page.getByRole("button", { name: "Set up two-factor authentication" }).click();
    await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
    if (hasJavaScript) await expectAccessible(page);
    const key = (await page.getByText(/^Key:/).innerText()).replace("Key:", "").replaceAll(/\s/g, "");
    const phone = new TOTP({ secret: Secret.fromBase32(key) });

    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Please enter your authentication code");
    const first = phone.generate();
    await page.getByLabel("Authentication code").fill(first);
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
    const recoveryCode = await page
      .getByRole("list", { name: "Recovery codes" })
      .locator("li")
      .first()
      .innerText();

    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/admin\/login$/);
    await open(page, "/admin/login", hasJavaScript);
    const login = async () => {
      await page.getByLabel("Email", { exact: true }).fill(user.email);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Login" }).click();
    };
    await login();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two-Factor Authentication");
    if (hasJavaScript) await expectAccessible(page);
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Please enter your authentication code");
    await page.getByLabel("Authentication code").fill(first);
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Invalid verification code");
    await page.getByRole("link", { name: "Back to Login" }).click();
    await open(page, "/customer/login", hasJavaScript);
    await login();
    await expect(page.getByRole("alert").first()).toContainText(
      "Two-factor authentication is required but not yet supported for customer accounts.",
    );
    await open(page, "/admin/login", hasJavaScript);
    await login();
    await page.getByText("I don’t have my phone").click();
    await page.getByLabel("Recovery code").fill(recoveryCode);
    await page.getByRole("button", { name: "Use recovery code" }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);

    await open(page, "/admin/security/two-factor", hasJavaScript);
    const turnOff = page.getByRole("region", { name: "Turn it off" });
    await turnOff.getByLabel("Your password").fill(PASSWORD);
    await turnOff.getByRole("button", { name: "Turn off two-factor authentication" }).click();
    await expect(page.getByRole("link", { name: "Set up two-factor authentication" })).toBeVisible();
  },
);

inBothModes("an assessor sets up an authenticator app, and signs in with its code", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  const email = `assessor-factor-${hasJavaScript}@example.org`;
  const password_hash = await hashPassword(PASSWORD);
  await signInBrowser(
    context,
    app,
    await createUser(app.deps, { role_id: "assessor", email, password_hash }),
  );
  await open(page, "/assessor/account", hasJavaScript);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Set up two-factor authentication" }).click();
  await expect(page).toHaveURL(/\/assessor\/account\/two-factor$/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Set up two-factor authentication" }).click();
  const shown = page.getByText(/^Key:/);
  await expect(shown).toBeVisible();
  await expectAccessible(page);
  const key = (await shown.innerText()).replace("Key:", "").replaceAll(/\s/g, "");
  const phone = new TOTP({ secret: Secret.fromBase32(key) });
  const turnOn = async (code: string) => {
    await page.getByLabel("Authentication code").fill(code);
    await page.getByRole("button", { name: "Turn on" }).click();
  };
  await turnOn("1");
  await expect(page.getByRole("alert").first()).toContainText("Invalid verification code");
  await expectAccessible(page);
  await turnOn(phone.generate());
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const recoveryCode = await codes.first().innerText();

  const signIn = async () => {
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/admin\/login$/);
    await open(page, "/admin/login", hasJavaScript);
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two-Factor Authentication");
  };
  await signIn();
  // The app's next code: the first was used to turn it on.
  await page.getByLabel("Authentication code").fill(phone.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/assessor$/);

  await signIn();
  await page.getByText("I don’t have my phone").click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Use recovery code" }).click();
  await expect(page).toHaveURL(/\/assessor$/);

  await open(page, "/assessor/account", hasJavaScript);
  await page.getByRole("link", { name: "Manage two-factor authentication" }).click();
  await expectAccessible(page);
  const turnOff = page.getByRole("region", { name: "Turn it off" });
  await turnOff.getByLabel("Your password").fill(PASSWORD);
  await turnOff.getByRole("button", { name: "Turn off two-factor authentication" }).click();
  await expect(page).toHaveURL(/\/assessor\/account$/);
  await expect(page.getByRole("link", { name: "Set up two-factor authentication" })).toBeVisible();
});

inBothModes("two-factor authentication is set up in two tabs", async (journey) => {
  const { page, context, app, hasJavaScript } = journey;
  const user = await createUser(app.deps, { role_id: "coordinator" });
  const [name, value] = (await signInAs(app.deps, user)).cookie.split("=") as [string, string];
  await context.addCookies([{ name, value, url: app.origin }]);
  const other = await context.newPage();
  for (const tab of [page, other]) await open(tab, "/admin/security/two-factor", hasJavaScript);
  for (const tab of [page, other]) {
    await tab.getByRole("button", { name: "Set up two-factor authentication" }).click();
    await expect(tab.getByText(/^Key:/)).toBeVisible();
  }
  const key = await other.getByText(/^Key:/).innerText();
  await expect(page.getByText(/^Key:/)).not.toHaveText(key);
  await page.getByLabel("Authentication code").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText(/^Key:/)).toHaveText(key);

  const secret = Secret.fromBase32(key.replace("Key:", "").replaceAll(/\s/g, ""));
  await other.getByLabel("Authentication code").fill(new TOTP({ secret }).generate());
  await other.getByRole("button", { name: "Turn on" }).click();
  await expect(other.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  await page.getByLabel("Authentication code").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Two-factor authentication is on.")).toBeVisible();
});

inBothModes("other sessions end at once", async ({ page, context, app, hasJavaScript }) => {
  const user = await createUser(app.deps, { role_id: "coordinator" });
  const here = await signInAs(app.deps, user);
  const there = await signInAs(app.deps, user);
  const [name, value] = here.cookie.split("=") as [string, string];
  await context.addCookies([{ name, value, url: app.origin }]);
  await open(page, "/admin/security", hasJavaScript);
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await expect(page.getByRole("button", { name: "End all other sessions" })).toHaveCount(0);
  const answer = await fetch(`${app.origin}/admin/dashboard`, {
    headers: { Cookie: there.cookie },
    redirect: "manual",
  });
  expect(answer.status).toBe(302);
});

test("Back leads out of the staff area after signing out, and out of the login after signing in", async ({
  page,
  context,
  app,
}) => {
  const heading = page.getByRole("heading", { level: 1 });
  const { cookie } = await signInAs(app.deps, await createUser(app.deps, { role_id: "administrator" }));
  const [name, value] = cookie.split("=") as [string, string];
  await open(page, "/complaints");
  await open(page, "/admin/login");
  await page.getByRole("link", { name: "Forgotten your password?" }).click();
  await expect(heading).toHaveText("Reset Password");
  await context.addCookies([{ name, value, url: app.origin }]);
  await page.goBack();
  await expect(heading).toHaveText("Dashboard");
  await page.goBack();
  await expect(heading).toHaveText("Complain about how your data was used");

  await open(page, "/admin/dashboard");
  await page.getByRole("link", { name: "Users" }).click();
  await expect(heading).toHaveText("Users");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(heading).toHaveText("Admin Login");
  for (const left of ["users", "dashboard"]) {
    await page.goBack();
    await expect(page).toHaveURL(`/admin/login?redirectTo=%2Fadmin%2F${left}`);
  }
  await page.goBack();
  await expect(heading).toHaveText("Complain about how your data was used");
});

inBothModes("the login pages say what is missing", async ({ page, app, hasJavaScript }) => {
  const staff = await createUser(app.deps, {
    role_id: "coordinator",
    email: `new-device-${hasJavaScript}@example.org`,
    password_hash: await hashPassword(PASSWORD),
  });
  for (const path of ["/admin/login", "/customer/login"]) {
    await open(page, path, hasJavaScript);
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Please enter your email and password");
  }
  await page.getByLabel("Email", { exact: true }).fill(staff.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert").first()).toContainText(
    "Your account requires additional setup. Please contact support.",
  );
  if (hasJavaScript) {
    await expect(page.getByText("Login failed", { exact: true })).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  }

  await open(page, "/admin/login", hasJavaScript);
  await page.getByLabel("Email", { exact: true }).fill(staff.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Email Verification");
  if (hasJavaScript) {
    await expect(page.getByText("Verification code sent", { exact: true })).toBeVisible();
    await page.getByLabel("Verification code").pressSequentially("12 a34");
    await expect(page.getByLabel("Verification code")).toHaveValue("1234");
  } else {
    await page.getByLabel("Verification code").fill("1234");
  }
  await page.getByRole("button", { name: "Verify Code" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Please enter a valid 6-digit code");
  await page.getByLabel("Verification code").fill("000000");
  await page.getByRole("button", { name: "Verify Code" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Invalid verification code");
  await page.getByRole("button", { name: "Resend Code" }).click();
  await expect(page.getByText("Please check your email for the verification code").first()).toBeVisible();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Login");
});
