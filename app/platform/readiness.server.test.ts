import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { createTestDeps, isOnPostgres } from "#tests/setup/deps.ts";
import { dataFolders } from "./data-folder.server.ts";
import { createReadiness } from "./readiness.server.ts";

test.skipIf(isOnPostgres())("a database whose file went away is noticed within five seconds", async () => {
  const { db, clock, env } = createTestDeps();
  const { isOperational, isReady } = createReadiness({ db, clock, env });
  expect([await isOperational(), await isReady()]).toEqual([true, true]);
  rmSync(env.databaseFile);
  expect(await isReady()).toBe(true);
  clock.set("2027-03-10T04:00:00.000Z");
  clock.advance(5_000);
  expect([await isOperational(), await isReady()]).toEqual([false, false]);
});

test("with a folder that cannot be written bookings are taken, and the service is not ready", async () => {
  const { db, clock, env } = createTestDeps();
  const { isOperational, isReady } = createReadiness({ db, clock, env });
  expect(await isReady()).toBe(true);
  const { documents } = dataFolders(env);
  mkdirSync(dirname(documents), { recursive: true });
  writeFileSync(documents, "");
  clock.advance(5_000);
  expect([await isOperational(), await isReady()]).toEqual([true, false]);
  rmSync(documents);
  clock.advance(5_000);
  expect(await isReady()).toBe(true);
});
