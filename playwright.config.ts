import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { isRehearsal } from "./tests/setup/rehearsal.ts";

const chromium =
  process.env.CHROMIUM_PATH ??
  [
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ].find((file) => existsSync(file));

/** `TEST_DATABASE=postgres` runs a third of the journeys on PostgreSQL: the API's, and all that are walked without JavaScript,
 * since a database is asked the same in both modes. */
const isOnPostgres = process.env.TEST_DATABASE === "postgres";
const ON_POSTGRES = {
  globalSetup: "./tests/setup/journey-postgres.ts",
  grep: /without JavaScript|the API over HTTP/,
  // Its server may not write to SQLite's file.
  testIgnore: "storage-down.spec.ts",
};

/** Journeys against the production build; each worker runs a server of its own (tests/setup/journey.ts). */
export default defineConfig({
  testDir: "tests/e2e",
  ...(isOnPostgres && ON_POSTGRES),
  // By test, not by file: otherwise one worker is left with a long file at the end.
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    locale: "en-GB",
    timezoneId: "Europe/London",
    // The rehearsal's own certificate (deploy/rehearse.sh --journeys).
    ignoreHTTPSErrors: isRehearsal,
    viewport: { width: 1280, height: 900 },
    // A trace of every test takes a third of the run: look at a failure with `--trace on`.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
      ],
    },
  },
});
