import { setTimeout as wait } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#app/platform/clock.ts";
import { openDatabase } from "#app/platform/database.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createIds } from "#app/platform/ids.server.ts";
import { createSecrets } from "#app/platform/secrets.server.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { startFaultServer, type FaultServer } from "./server.ts";
import { book } from "./visitor.ts";

const LOCK_TIMEOUT_MS = 5_000;

/** Another process (this one) holds the write lock until `release()`. */
function lock(server: FaultServer): { release(): void } {
  const sqlite = new SQLite(server.databaseFile);
  sqlite.exec("BEGIN IMMEDIATE");
  onTestFinished(() => void sqlite.close());
  return { release: () => void sqlite.exec("ROLLBACK") };
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedAt };
}

/** A booking, and a browser in which an Administrator signed in ten minutes ago. */
async function prepareStaff(server: FaultServer) {
  const env = readEnv(server.env);
  const db = openDatabase(env.databaseFile);
  onTestFinished(() => db.destroy());
  const deps = {
    env,
    db,
    clock: systemClock,
    ids: createIds(systemClock),
    secrets: createSecrets(env.DATA_KEY),
  };
  const booking = await createBooking(deps);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const tenMinutesAgo = new Date(Date.now() - 10 * 60_000).toISOString();
  await db.updateTable("sessions").set({ last_seen_at: tenMinutesAgo }).execute();
  const views = () =>
    db
      .selectFrom("audit_log")
      .select("id")
      .where("action", "=", "booking.viewed")
      .execute()
      .then((rows) => rows.length);
  return { booking, cookie, views };
}

test("a lock that another process holds for 3 s goes unnoticed", async () => {
  const server = await startFaultServer();
  const { release } = lock(server);
  const answer = book(server.origin);
  await wait(3_000);
  release();
  expect((await answer).status).toBe(201);
});

test("while another process holds the lock every page opens, and what cannot be saved gets a clear answer in time", async () => {
  const server = await startFaultServer({
    variables: {
      XERO_CLIENT_ID: "id",
      XERO_CLIENT_SECRET: "secret",
      XERO_IDENTITY_URL: "http://127.0.0.1:9",
    },
  });
  const { booking, cookie, views } = await prepareStaff(server);
  const { release } = lock(server);
  const answers = Array.from({ length: 4 }, () => timed(() => book(server.origin)));

  const pages = [
    "/healthz",
    "/readyz",
    "/",
    "/privacy",
    "/api/openapi.json",
    `/booking/${booking.id}?token=${booking.token}`,
    "/admin/dashboard",
    `/admin/bookings/${booking.id}`,
    "/admin/outbox",
    "/admin/users",
    "/admin/security",
  ];
  for (const path of pages) {
    const { result, ms } = await timed(() => fetch(server.origin + path, { headers: { Cookie: cookie } }));
    await result.arrayBuffer();
    expect(`${path} ${result.status}`).toBe(`${path} 200`);
    expect(ms, path).toBeLessThan(2_000);
  }
  for (const { result, ms } of await Promise.all(answers)) {
    expect([result.status, result.message]).toEqual([503, "Please wait a moment and try again."]);
    expect(ms).toBeGreaterThan(LOCK_TIMEOUT_MS - 500);
    expect(ms).toBeLessThan(LOCK_TIMEOUT_MS + 2_000);
  }
  expect(await views(), "views cannot be noted yet").toBe(0);
  release();
  expect((await book(server.origin)).status).toBe(201);
  await expect.poll(views, { timeout: 20_000 }).toBe(2);
});
