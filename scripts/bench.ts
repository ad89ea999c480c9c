/** `npm run bench [-- FOLDER]`: the processor time and memory that the built server needs for a booking. With FOLDER,
 * beside those of the baseline in it: another checkout, built. Both are measured in turn, so that what else the machine
 * does disturbs them alike. docs/operations.md says how to read it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#tests/setup/free-port.ts";
import { bookOnce } from "#tests/setup/http-visitor.ts";
import { makeScratchDirectory } from "#tests/setup/scratch.ts";
import { SERVER_FLAGS } from "./server-flags.ts";

const VISITORS = 8;
const WARM_UP_S = 15;
const ROUND_S = 10;
const ROUNDS = 6;

type Server = Awaited<ReturnType<typeof startServer>>;

/** Starts the server that is built in a folder, on fresh data. */
async function startServer(folder: string) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const dataDir = makeScratchDirectory("bench-");
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...SERVER_FLAGS, join(folder, "build/server/index.js")], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      APP_ORIGIN: origin,
      DATA_DIR: dataDir,
      SESSION_SECRET: "session-secret-for-tests-only-0123456789",
      DATA_KEY: "data-key-for-tests-only-0123456789-abcdef",
      RATE_LIMITS: "off",
      BACKUP_HOUR: "off",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (
    !(await fetch(origin).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`The server in ${folder} ended while starting`);
    await wait(10);
  }
  return {
    origin,
    startMs: performance.now() - startedAt,
    /** Processor seconds since the start, and bytes of memory in use. */
    async spent() {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const value = (name: string) => Number(new RegExp(`^${name}\\S* (.+)$`, "m").exec(text)?.[1]);
      return { seconds: value("process_cpu_seconds_total"), bytes: value("process_resident_memory_bytes") };
    },
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Several visitors book for some seconds, one booking after the other. */
async function measure({ origin, spent }: Server, seconds: number) {
  const times: number[] = [];
  const before = await spent();
  const startedAt = performance.now();
  const book = async () => {
    while (performance.now() < startedAt + seconds * 1000) {
      const begunAt = performance.now();
      await bookOnce(origin);
      times.push(performance.now() - begunAt);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, book));
  const took = performance.now() - startedAt;
  const after = await spent();
  return {
    "processor time of a booking, ms": ((after.seconds - before.seconds) * 1000) / times.length,
    "a booking, half of them, ms": middle(times),
    "bookings a second": (times.length * 1000) / took,
    "memory, MB": after.bytes / 2 ** 20,
  };
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const folders = [
  resolve(import.meta.dirname, ".."),
  ...process.argv.slice(2).map((folder) => resolve(folder)),
];
const servers: Server[] = [];
for (const folder of folders) servers.push(await startServer(folder));
try {
  for (const server of servers) await measure(server, WARM_UP_S);
  const rounds: Awaited<ReturnType<typeof measure>>[][] = servers.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, server] of servers.entries()) rounds[index]!.push(await measure(server, ROUND_S));
  const row = (name: string, figures: number[], ratios: number[]) => {
    const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
    const beside = ratios.length > 0 ? ` × ${middle(ratios).toFixed(2)} (${low} to ${high})` : "";
    console.log(name.padEnd(32) + figures.map((one) => one.toFixed(1).padStart(10)).join("") + beside);
  };
  console.log(
    " ".repeat(32) + ["now", ...(servers[1] ? ["baseline"] : [])].map((name) => name.padStart(10)).join(""),
  );
  for (const name of Object.keys(rounds[0]![0]!) as (keyof Awaited<ReturnType<typeof measure>>)[]) {
    const ratios = (rounds[1] ?? []).map((baseline, round) => rounds[0]![round]![name] / baseline[name]);
    row(
      name,
      rounds.map((all) => middle(all.map((one) => one[name]))),
      ratios,
    );
  }
  row(
    "start, ms",
    servers.map(({ startMs }) => startMs),
    [],
  );
} finally {
  for (const server of servers) await server.stop();
}
