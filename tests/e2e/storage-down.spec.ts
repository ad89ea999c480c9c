import { execFileSync } from "node:child_process";
import { isRehearsal } from "#tests/setup/rehearsal.ts";
import { expect, inBothModes, open, test } from "#tests/setup/journey.ts";

test.use({ hasFaults: true });
test.skip(isRehearsal, "limiting a process of another user takes more rights than a rehearsal has");

inBothModes("what was typed is kept while nothing can be saved", async ({ page, app, hasJavaScript }) => {
  const email = `joanna-${hasJavaScript}@example.org`;
  await open(page, "/complaints", hasJavaScript);
  await page.getByLabel("Your name").fill("Joanna Reeve");
  await page.getByLabel("Your email address").fill(email);
  await page.getByLabel(/What went wrong/).fill(`A long story, <typed> once. JavaScript: ${hasJavaScript}`);
  const limitFiles = (bytes: string) =>
    execFileSync("prlimit", ["--pid", `${app.pid()}`, `--fsize=${bytes}:`]);
  limitFiles("4096");
  await page.getByRole("button", { name: "Send complaint" }).click();
  await expect(page.getByRole("heading", { name: "We could not save this just now" })).toBeVisible();
  await expect(page.getByText("Nothing you typed is lost")).toBeVisible();
  limitFiles("unlimited");
  await page.getByRole("button", { name: hasJavaScript ? "Send complaint" : "Try again" }).dblclick();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We received your complaint");
  const complaints = app.deps.db.selectFrom("complaints").where("email_key", "=", email);
  expect(await complaints.select("id").execute()).toHaveLength(1);
});
