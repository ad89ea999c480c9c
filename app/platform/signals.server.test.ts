import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createSignals } from "./signals.server.ts";

test("what one process writes wakes the other, also after the connection was lost", async () => {
  const { db, env, log } = createTestDeps();
  await db.selectFrom("roles").select("id").execute();
  const settings = env.postgres!;
  const heard = { a: 0, b: 0 };
  const a = createSignals({ settings, log, hear: () => void (heard.a += 1) });
  const b = createSignals({ settings, log, hear: () => void (heard.b += 1) });
  await expect.poll(() => [heard.a, heard.b]).toEqual([1, 1]);
  a.send();
  a.send();
  await expect.poll(() => heard.b).toBe(2);
  expect(heard.a).toBe(1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like 'listen%'`.execute(db);
  await expect.poll(() => heard.b).toBe(3);
  await expect
    .poll(
      () => {
        a.send();
        return heard.b;
      },
      { interval: 100 },
    )
    .toBeGreaterThan(3);
  await Promise.all([a.stop(), b.stop()]);
});

test("a server that is away is asked for by one connection at a time, however long it is away", async () => {
  const { env, log } = createTestDeps();
  const opened = { tries: 0, now: 0, most: 0 };
  const server = createServer((socket) => {
    opened.tries += 1;
    opened.now += 1;
    opened.most = Math.max(opened.most, opened.now);
    socket.on("error", () => {});
    socket.on("close", () => (opened.now -= 1));
    socket.once("data", () => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const settings = {
    ...env.postgres!,
    connection: { ...env.postgres!.connection, port, ssl: false as const },
  };
  const signals = createSignals({ settings, log, hear: () => {}, againMs: 20 });
  await expect.poll(() => opened.tries, { interval: 5 }).toBeGreaterThan(6);
  expect(opened.most).toBe(1);
  await signals.stop();
  server.close();
});
