import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

const OWN_PASSWORD = "Harbour-light-42";

/** The newest code in the outbox folder, read as the person reads it: from the mail's text. */
async function newestCode(app: ServerProcess): Promise<string> {
  const mails = () => app.mails().then((all) => all.filter((mail) => /\b\d{6}\b/.test(mail.text ?? "")));
  await expect.poll(async () => (await mails()).length).toBeGreaterThan(0);
  return /\b\d{6}\b/.exec((await mails()).at(-1)!.text!)![0];
}

/** The sign-in that `npm start` printed for the first administrator. */
function printedAdministrator(app: ServerProcess): { email: string; password: string } {
  const email = /E-mail:?\s+(\S+@\S+)/i.exec(app.output())![1]!;
  const password = /Temporary password[^:]*: (\S+)/.exec(app.output())![1]!;
  return { email, password };
}

async function login(page: Page, email: string, password: string) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

inBothModes(
  "the first administrator goes from the printed password to the dashboard",
  async ({ page, hasJavaScript }) => {
    const app = await startServer();
    try {
      const { email, password } = printedAdministrator(app);
      await open(page, `${app.origin}/admin/dashboard`, hasJavaScript);
      await expect(page).toHaveURL(/\/admin\/login\?redirectTo=%2Fadmin%2Fdashboard$/);
      if (hasJavaScript) await expectAccessible(page);

      await login(page, email, "not-the-password");
      await expect(page.getByRole("alert").first()).toContainText(
        "Login failed. Please check your credentials.",
      );
      await expect(page).toHaveTitle(/^Error: /);
      const fingerprint = page.locator("[name=deviceFingerprint]");
      await expect(fingerprint).toHaveValue(hasJavaScript ? /^[0-9a-f]{64}$/ : "");

      await login(page, email, password);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Email Verification");
      await expect(page.getByText("Please check your email for the verification code").first()).toBeVisible();
      if (hasJavaScript) await expectAccessible(page);

      await page.getByLabel("Verification code").fill(await newestCode(app));
      await page.getByRole("button", { name: "Verify Code" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create Password");
      if (hasJavaScript) await expectAccessible(page);

      await page.getByLabel("Password", { exact: true }).fill("harbour");
      const create = page.getByRole("button", { name: "Create Password" });
      if (hasJavaScript) {
        await expect(create).toBeDisabled();
      } else {
        await create.click();
        await expect(page.getByRole("alert")).toContainText("Please meet all password requirements");
      }
      await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
      await page.getByLabel("Confirm password").fill("something else");
      await create.click();
      await expect(page.getByRole("alert").first()).toContainText("Passwords do not match");
      await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
      await page.getByLabel("Confirm password").fill(OWN_PASSWORD);
      await create.click();

      await expect(page).toHaveURL(`${app.origin}/admin/dashboard`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
      if (hasJavaScript) await expect(page.getByText("Password created successfully")).toBeVisible();

      await page.getByRole("button", { name: "Logout" }).click();
      await expect(page).toHaveURL(/\/admin\/login$/);
      await open(page, `${app.origin}/admin/login`, hasJavaScript);
      await login(page, email, password);
      await expect(page.getByRole("alert").first()).toContainText("Login failed");
      await login(page, email, OWN_PASSWORD);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
    } finally {
      await app.dispose();
    }
  },
);
