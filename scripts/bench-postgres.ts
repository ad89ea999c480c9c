/**
 * `npm run bench:postgres`: what the service costs on PostgreSQL, on a server that it starts itself (Debian's
 * `postgresql`). Two parts: what pages cost with a thousand bookings and with a million (ends with code 1 when one
 * costs more than 1.5 times as much), and how many bookings a second one, two and four processes take.
 * docs/operations.md has the figures.
 *
 *   --only pages|processes   one part alone
 *   --pages WORDS            only the pages whose names contain one of these, separated by commas
 *   --bookings 1000000       with three times as many rows in the audit log and five times as many drafts
 *   --rounds 50              how often each page is read
 *   --folder FOLDER          keeps the databases there (9 GB for a million bookings), and uses them again
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { openConfigured } from "#app/platform/database.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { freePort } from "#tests/setup/free-port.ts";
import { startPostgres, type PostgresServer } from "#tests/setup/postgres-server.ts";
import { fillDatabase, openFilled, PAGES } from "./bench/pages.ts";
import { measureLoad } from "./bench/load.ts";
import { bookOnce } from "./bench/visitor.ts";
import { SERVER_FLAGS } from "./server-flags.ts";

const FEW = 1_000;
const MAX_RATIO = 1.5;
const WARM_UP_ROUNDS = 2;
const VISITORS = 8;
const WARM_UP_S = 15;
const MEASURED_S = 30;

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    pages: { type: "string" },
    bookings: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "50" },
    folder: { type: "string" },
  },
});

const variables = (url: string, dataDir: string) => ({
  NODE_ENV: "production",
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  DATA_DIR_SHARED: "on",
  SESSION_SECRET: "session-secret-for-tests-only-0123456789",
  DATA_KEY: "data-key-for-tests-only-0123456789-abcdef",
  RATE_LIMITS: "off",
  BACKUP_HOUR: "off",
});

/** Makes a database of this name; false when it is there. */
async function makeDatabase(server: PostgresServer, name: string): Promise<boolean> {
  const admin = openConfigured(readEnv(variables(server.urlOf("postgres"), dataDir)));
  const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(admin);
  if (rows.length === 0) await sql`create database ${sql.ref(name)}`.execute(admin);
  await admin.destroy();
  return rows.length === 0;
}

async function openWith(server: PostgresServer, bookings: number) {
  const name = `bookings_${bookings}`;
  const env = readEnv(variables(server.urlOf(name), dataDir));
  if (await makeDatabase(server, name)) {
    const startedAt = performance.now();
    await fillDatabase(env, { bookings, audits: 3 * bookings, drafts: 5 * bookings });
    console.log(
      `filled with ${bookings} bookings in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    );
  }
  return openFilled(env);
}

/** The time that nine of ten took longer than: what else the machine does only adds to it. */
const typical = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)]!;

/** Reads each page of the small and the large database in turn, so that both meet the same disturbances. True when none
 * costs too much more in the large one. */
async function comparePages(server: PostgresServer): Promise<boolean> {
  const few = await openWith(server, FEW);
  const many = await openWith(server, Number(options.bookings));
  const wanted = options.pages?.split(",") ?? [""];
  const names = Object.keys(PAGES).filter((name) => wanted.some((words) => name.includes(words)));
  const number = (value: number) => value.toFixed(2).padStart(10);
  let isGood = true;
  console.log(
    `${"ms, with bookings:".padEnd(28)}${String(FEW).padStart(10)}${options.bookings.padStart(10)}     times`,
  );
  for (const name of names) {
    const [fewTimes, manyTimes]: [number[], number[]] = [[], []];
    for (let round = -WARM_UP_ROUNDS; round < Number(options.rounds); round += 1) {
      for (const [filled, times] of [
        [few, fewTimes],
        [many, manyTimes],
      ] as const) {
        const startedAt = performance.now();
        await PAGES[name]!(filled);
        if (round >= 0) times.push(performance.now() - startedAt);
      }
    }
    const [small, large] = [typical(fewTimes), typical(manyTimes)];
    const isTooMuch = large > small * MAX_RATIO;
    isGood &&= !isTooMuch;
    console.log(
      `${name.padEnd(28)}${number(small)}${number(large)}${number(large / small)}${isTooMuch ? "  TOO MUCH" : ""}`,
    );
  }
  await few.close();
  await many.close();
  return isGood;
}

/** Bookings a second of the built server with so many processes. The visitors of this process and PostgreSQL share the
 * machine's cores with it. */
async function measureProcesses(server: PostgresServer, processes: number) {
  const name = `processes_${processes}_${Date.now()}`;
  await makeDatabase(server, name);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...SERVER_FLAGS, "build/server/index.js"], {
    env: {
      PATH: process.env.PATH,
      ...variables(server.urlOf(name), dataDir),
      PORT: String(port),
      APP_ORIGIN: origin,
      WEB_CONCURRENCY: String(processes),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  while (
    !(await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error("the server ended while starting");
    await wait(100);
  }
  const book = () => bookOnce(origin);
  const unmeasured = { cpuMs: () => null };
  await measureLoad(unmeasured, { visitors: VISITORS, seconds: WARM_UP_S }, book);
  const { perSecond, p50, p95 } = await measureLoad(
    unmeasured,
    { visitors: VISITORS, seconds: MEASURED_S },
    book,
  );
  child.kill("SIGTERM");
  await ended;
  const processCount = processes === 1 ? "1 process" : `${processes} processes`;
  console.log(
    `${processCount}: ${perSecond.toFixed(1)} bookings a second; of ${VISITORS} visitors p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
  );
}

const folder = options.folder ?? mkdtempSync(join(tmpdir(), "bench-postgres-"));
mkdirSync(folder, { recursive: true });
chmodSync(folder, 0o711);
const dataDir = join(folder, "service");
const server = await startPostgres({ directory: join(folder, "postgres") });
let isGood = true;
try {
  if (options.only !== "processes") isGood = await comparePages(server);
  if (options.only !== "pages") for (const processes of [1, 2, 4]) await measureProcesses(server, processes);
} finally {
  server.stop();
  if (!options.folder) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isGood ? 0 : 1;
