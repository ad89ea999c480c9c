import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { createTestDeps, isOnPostgres } from "#tests/setup/deps.ts";
import { createReadiness } from "./readiness.server.ts";

test.skipIf(isOnPostgres())("a database whose file went away is noticed within five seconds", async () => {
  const { db, clock, env } = createTestDeps();
  const isReady = createReadiness({ db, clock, env });
  expect(await isReady()).toBe(true);
  rmSync(env.databaseFile);
  expect(await isReady()).toBe(true);
  clock.set("2027-03-10T04:00:00.000Z");
  clock.advance(5_000);
  expect(await isReady()).toBe(false);
});
