import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** `TEST_DATABASE=postgres` runs all tests that have a database on PostgreSQL; these are about one of the two. */
const ABOUT_SQLITE = [
  "app/platform/sqlite-driver.server.test.ts",
  "app/platform/database.server.test.ts",
  "app/platform/data-folder.server.test.ts",
  "app/platform/backup/backup.server.test.ts",
  "app/features/**/*-migration.server.test.ts",
  "tests/unit/adopted-drafts-migration.test.ts",
  "tests/unit/earlier-releases.test.ts",
  // Sending twice asks a database for the form key, which once.server.test.ts claims on both.
  "tests/unit/sent-twice.test.ts",
  "tests/unit/sqlite-plans.test.ts",
  "tests/unit/wizard-cost.test.ts",
  "scripts/doctor/doctor.test.ts",
];
const ABOUT_POSTGRES = [
  "app/platform/postgres-driver.server.test.ts",
  "app/platform/postgres-tls.server.test.ts",
  "app/platform/signals.server.test.ts",
  "tests/unit/postgres-locks.test.ts",
  "tests/unit/postgres-plans.test.ts",
  "app/platform/backup/postgres-dump.server.test.ts",
  "app/platform/backup/move-database.server.test.ts",
  "app/platform/mail-folder.server.test.ts",
];
const isPostgres = process.env.TEST_DATABASE === "postgres";

/** A test has its database from `tests/setup`; the others find nothing else on PostgreSQL. */
const withDatabase = () =>
  globSync(
    ["app/**/*.server.test.{ts,tsx}", "app/routes/**/*.test.{ts,tsx}", "tests/unit/**/*.test.{ts,tsx}"],
    {
      cwd: import.meta.dirname,
    },
  ).filter((file) => readFileSync(join(import.meta.dirname, file), "utf8").includes("#tests/setup/"));

const UNIT = {
  name: "unit",
  include: isPostgres
    ? withDatabase()
    : ["app/**/*.test.{ts,tsx}", "tests/unit/**/*.test.{ts,tsx}", "scripts/**/*.test.{ts,mjs}"],
  exclude: [...configDefaults.exclude, ...(isPostgres ? ABOUT_SQLITE : ABOUT_POSTGRES)],
  setupFiles: ["tests/setup/vitest.ts", "tests/setup/no-network.ts", "tests/setup/cheap-passwords.ts"],
  globalSetup: ["tests/setup/database-template.ts"],
  // Each file of tests in a fresh process would load the same modules 130 times: three times the work.
  isolate: false,
  // Pages name their style sheets; without this the address is empty.
  css: { include: [/\.css\?url$/] },
  restoreMocks: true,
  // A test does not time: the limit ends one that hangs, also where two other suites share the processor.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // One second, the usual limit, is too short on a busy machine.
  expect: { poll: { timeout: 20_000 } },
  env: { TZ: "UTC" },
};

/** Rules that must hold when things break, against the built server (`npm run build` first): see docs/operations.md. */
const FAULTS = {
  name: "faults",
  include: ["tests/faults/**/*.test.ts"],
  fileParallelism: false,
  testTimeout: process.env.FAULTS === "full" ? 45 * 60_000 : 120_000,
  hookTimeout: 60_000,
  env: { TZ: "UTC" },
};

/** Journeys in Firefox and WebKit, against the built server (`npm run build` first). */
const BROWSERS = {
  name: "browsers",
  include: ["tests/browsers/**/*.test.ts"],
  testTimeout: 300_000,
  hookTimeout: 120_000,
  env: { TZ: "Europe/London" },
};

/** `vitest run FILES` finds the project of each file; `vitest run --project unit` runs all unit tests. */
export default defineConfig({
  test: { projects: [{ test: UNIT }, { test: FAULTS }, { test: BROWSERS }] },
});
