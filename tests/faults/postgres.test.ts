import { readFileSync } from "node:fs";
import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { migrations } from "#migrations/index.ts";
import { openPostgres, type Db } from "#app/platform/database.server.ts";
import { guessCode } from "#tests/setup/guess-code.ts";
import { startPostgres, type PostgresServer } from "#tests/setup/postgres-server.ts";
import { settingsOf } from "#tests/setup/test-database.ts";
import { scale, startFaultServer, type FaultServer } from "./server.ts";
import { book, keepBooking } from "./visitor.ts";

/** Three copies of the server on one PostgreSQL. */

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres({ isDurable: true });
});
afterAll(() => postgres.stop());

let databases = 0;

async function freshDatabase(): Promise<{ url: string; db: Db }> {
  databases += 1;
  const name = `faults_${databases}`;
  const admin = openPostgres(settingsOf(postgres.urlOf("postgres")));
  await sql`create database ${sql.ref(name)}`.execute(admin);
  await admin.destroy();
  const db = openPostgres(settingsOf(postgres.urlOf(name)));
  onTestFinished(() => db.destroy());
  return { url: postgres.urlOf(name), db };
}

function startReplica(url: string, variables: Record<string, string> = {}): Promise<FaultServer> {
  return startFaultServer({ variables: { DATABASE_URL: url, DATA_DIR_SHARED: "on", ...variables } });
}

async function startThree() {
  const { url, db } = await freshDatabase();
  const replicas = await Promise.all([1, 2, 3].map(() => startReplica(url)));
  return { url, db, replicas };
}

const bookingIds = async (db: Db) =>
  (await db.selectFrom("bookings").select("id").execute()).map((row) => row.id);

test("three copies that start at once on an empty database migrate it once, and all serve", async () => {
  const { db, replicas } = await startThree();
  for (const replica of replicas) expect((await book(replica.origin)).status).toBe(201);
  const { rows } = await sql<{ count: number }>`select count(*) as count from kysely_migration`.execute(db);
  expect(rows[0]!.count).toBeGreaterThan(20);
  const staff = await db.selectFrom("users").select("id").where("role_id", "!=", "customer").execute();
  expect(staff).toHaveLength(1);
});

test("two copies that start at once on the database of an earlier release upgrade it once, and both serve", async () => {
  const { url, db } = await freshDatabase();
  const names = Object.keys(migrations).sort();
  const former = names.findLast((name) => name < "2026-11-25")!;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  expect((await migrator.migrateTo(former)).error).toBeUndefined();
  const replicas = await Promise.all([1, 2].map(() => startReplica(url)));
  for (const replica of replicas) expect((await book(replica.origin)).status).toBe(201);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(names);
  const told = replicas.filter((replica) => replica.output().includes(names.at(-1)!));
  expect(told, "one of them migrates").toHaveLength(1);
});

test("a request sent to three copies at once, twenty times, makes one booking", async () => {
  const { db, replicas } = await startThree();
  const keys = scale(20, 300);
  for (let n = 0; n < keys; n += 1) {
    const key = `key-${n}-0123456789`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => book(replicas[turn % 3]!.origin, key)),
    );
    const different = new Set(answers.map((answer) => `${answer.status} ${answer.bookingId}`));
    expect([...different], key).toHaveLength(1);
    expect(answers[0]!.status).toBe(201);
  }
  expect(await bookingIds(db)).toHaveLength(keys);
  const totals = await db.selectFrom("booking_totals").select("booking_count").execute();
  expect(totals.reduce((sum, row) => sum + row.booking_count, 0)).toBe(keys);
});

test("of the guesses at one code over three copies, five are evaluated", async () => {
  const { db, replicas } = await startThree();
  const origins = replicas.map(({ origin }) => origin);
  const { statuses, tries } = await guessCode(db, origins, scale(200, 1_000));
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(tries).toBe(5);
});

test("copies killed under load lose no acknowledged booking", async () => {
  const { db, replicas } = await startThree();
  const acknowledged: string[] = [];
  for (let cycle = 0; cycle < scale(4, 100); cycle += 1) {
    const loads = replicas.map((replica) => keepBooking(replica.origin, 2));
    const victim = replicas[cycle % 3]!;
    await expect
      .poll(() => loads[cycle % 3]!.acknowledged.length, { timeout: 20_000, interval: 5 })
      .toBeGreaterThan(3);
    await victim.stop("SIGKILL");
    for (const load of loads) acknowledged.push(...(await load.stop()));
    await victim.start();
  }
  const stored = new Set(await bookingIds(db));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  const totals = await db.selectFrom("booking_totals").select("booking_count").execute();
  expect(totals.reduce((sum, row) => sum + row.booking_count, 0)).toBe(stored.size);
});

test("a copy that stands still holds the others up for seconds at most", async () => {
  const { replicas } = await startThree();
  const [still, ...others] = replicas;
  const loads = replicas.map((replica) => keepBooking(replica.origin, 2));
  await expect.poll(() => loads[0]!.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(3);
  process.kill(still!.pid(), "SIGSTOP");
  const startedAt = performance.now();
  const answers = await Promise.all(others.map((replica) => book(replica.origin)));
  expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  process.kill(still!.pid(), "SIGCONT");
  await Promise.all(loads.map((load) => load.stop()));
  await expect.poll(async () => (await book(still!.origin)).status, { timeout: 20_000 }).toBe(201);
});

/** Ids of the processes that a server with `WEB_CONCURRENCY` runs. */
const processesOf = (server: FaultServer) =>
  readFileSync(`/proc/${server.pid()}/task/${server.pid()}/children`, "utf8").trim().split(" ").map(Number);

test("with a process for each core, one that is killed is replaced, and all end together", async () => {
  const { url, db } = await freshDatabase();
  const server = await startReplica(url, { WEB_CONCURRENCY: "2" });
  await expect.poll(() => server.output().split("Ready on").length - 1, { timeout: 20_000 }).toBe(2);
  const load = keepBooking(server.origin);
  await expect.poll(() => load.acknowledged.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(5);
  const before = processesOf(server);
  process.kill(before[0]!, "SIGKILL");
  await expect.poll(() => server.output().split("Ready on").length - 1, { timeout: 20_000 }).toBe(3);
  expect((await book(server.origin)).status).toBe(201);
  const acknowledged = await load.stop();
  const stored = new Set(await bookingIds(db));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  const ended = processesOf(server);
  expect(ended.length).toBeGreaterThanOrEqual(2);
  expect(await server.stop("SIGTERM")).toBe(0);
  for (const pid of ended) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("nobody whose process is killed is left waiting: each visit is answered, or its connection breaks", async () => {
  const { url } = await freshDatabase();
  const server = await startReplica(url, { WEB_CONCURRENCY: "2" });
  const starts = () => server.output().split("Ready on").length - 1;
  await expect.poll(starts, { timeout: 20_000 }).toBe(2);
  let isStopping = false;
  let answers = 0;
  const visits = Array.from({ length: 16 }, async () => {
    while (!isStopping) {
      const isAnswered = await new Promise<boolean>((resolve) => {
        // A connection of its own for each visit: it is on its way to a process when that is killed.
        const visit = get(server.origin, { agent: false }, (answer) =>
          answer.resume().on("end", () => resolve(true)),
        );
        visit.on("error", () => resolve(false));
      });
      if (isAnswered) answers += 1;
    }
  });
  for (let kill = 1; kill <= scale(2, 40); kill += 1) {
    const answered = answers;
    await expect.poll(() => answers, { timeout: 20_000, interval: 5 }).toBeGreaterThan(answered + 20);
    process.kill(processesOf(server)[0]!, "SIGKILL");
    await expect.poll(starts, { timeout: 20_000 }).toBe(2 + kill);
  }
  isStopping = true;
  await Promise.all(visits);
});

async function complain(server: FaultServer, email: string) {
  const response = await fetch(`${server.origin}/complaints`, {
    method: "POST",
    headers: { Origin: server.origin },
    body: new URLSearchParams({ name: "Joanna Reeve", complaint: "A long story, <typed> once.", email }),
    redirect: "manual",
  });
  return { status: response.status, text: await response.text() };
}

test("while PostgreSQL is down forms answer 503 with what was typed, and work again unaided; nothing acknowledged is lost", async () => {
  const { url, db } = await freshDatabase();
  const server = await startReplica(url);
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  for (let cycle = 0; cycle < scale(2, 20); cycle += 1) {
    const load = keepBooking(server.origin);
    await expect.poll(() => load.acknowledged.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(3);
    postgres.crash();
    const [page, api] = await Promise.all([
      complain(server, `joanna-${cycle}@example.org`),
      book(server.origin),
    ]);
    expect(page.status).toBe(503);
    expect(page.text).toContain("A long story, &lt;typed&gt; once.");
    expect(api.status).toBe(503);
    statuses.add(api.status);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    const stopping = load.stop();
    postgres.start();
    acknowledged.push(...(await stopping));
    expect((await book(server.origin)).status).toBe(201);
    expect((await complain(server, `joanna-${cycle}@example.org`)).status).toBe(303);
  }
  const stored = new Set(await bookingIds(db));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});

test("a database that comes back within seconds costs nobody their booking", async () => {
  const { url } = await freshDatabase();
  const server = await startReplica(url);
  expect((await book(server.origin)).status).toBe(201);
  postgres.crash();
  const booking = book(server.origin);
  await wait(500);
  postgres.start();
  expect((await booking).status).toBe(201);
});
