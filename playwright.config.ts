import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./tests/setup/chromium.ts";
import type { Journey } from "./tests/setup/journey.ts";
import { isRehearsal } from "./tests/setup/rehearsal.ts";

/** A journey that is walked in both modes asks the database the same in each. So `npm test` walks those without
 * JavaScript on PostgreSQL (`TEST_DATABASE=both`), and only the API's on both databases. By itself, `playwright test`
 * walks all of them on SQLite; `TEST_DATABASE=postgres` only those that are for PostgreSQL. */
const database = process.env.TEST_DATABASE ?? "sqlite";
const ON_POSTGRES = /without JavaScript|the API over HTTP/;
// This test's server may not write to SQLite's file.
const ABOUT_SQLITE = "storage-down.spec.ts";
const sqlite = {
  name: "SQLite",
  ...(database === "both" && { grepInvert: /without JavaScript/, testIgnore: ABOUT_SQLITE }),
};
const aboutSqlite = { name: "SQLite's file", testMatch: ABOUT_SQLITE };
const postgres = {
  name: "PostgreSQL",
  grep: ON_POSTGRES,
  testIgnore: ABOUT_SQLITE,
  use: { isOnPostgres: true },
};
const projects = { sqlite: [sqlite], postgres: [postgres], both: [sqlite, aboutSqlite, postgres] }[database];

/** Journeys against the production build; each worker runs a server of its own (tests/setup/journey.ts). */
export default defineConfig<object, Journey>({
  testDir: "tests/e2e",
  projects,
  globalSetup: database === "sqlite" ? undefined : "./tests/setup/journey-postgres.ts",
  // Workers share tests, not files: otherwise one worker is left with a long file at the end.
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    // A worker's tests share a browser context, cleared between them (clean-browser.spec.ts): scripts stay compiled.
    reuseContext: true,
    locale: "en-GB",
    timezoneId: "Europe/London",
    // The rehearsal's own certificate (deploy/rehearse.sh --journeys).
    ignoreHTTPSErrors: isRehearsal,
    viewport: { width: 1280, height: 900 },
    // A trace of every test takes a third of the run: look at a failure with `--trace on`. A failed test's picture is
    // taken by tests/setup/journey.ts: Playwright would take one of each test and keep those of the failed.
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        // No page stays long enough for code that is optimized in the background.
        "--js-flags=--no-maglev --no-turbofan",
        // A page keeps its frame when it goes to the next one. The first name is Playwright's own.
        "--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame",
      ],
    },
  },
});
