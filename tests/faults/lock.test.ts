import { setTimeout as wait } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { startFaultServer, type FaultServer } from "./server.ts";
import { book } from "./visitor.ts";

/** Another process (this one) keeps the write lock while `work` goes on. */
async function whileLocked<T>(server: FaultServer, ms: number, work: () => Promise<T>): Promise<T> {
  const sqlite = new SQLite(server.databaseFile);
  sqlite.exec("BEGIN IMMEDIATE");
  const working = work();
  await wait(ms);
  sqlite.exec("ROLLBACK");
  sqlite.close();
  return working;
}

test("a lock that another process holds for 3 s goes unnoticed", async () => {
  const server = await startFaultServer();
  const answer = await whileLocked(server, 3_000, () => book(server.origin));
  expect(answer.status).toBe(201);
});

test("a lock of 10 s answers clean 503s, and all is well afterwards", async () => {
  const server = await startFaultServer();
  const answer = await whileLocked(server, 10_000, () => book(server.origin));
  expect([answer.status, answer.message]).toEqual([503, "Please wait a moment and try again."]);
  expect((await book(server.origin)).status).toBe(201);
});
