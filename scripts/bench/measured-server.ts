import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { freePort } from "#tests/setup/free-port.ts";
import { makeScratchDirectory } from "#tests/setup/scratch.ts";
import { readEnv, type Env } from "#app/platform/env.server.ts";
import { SERVER_FLAGS } from "../server-flags.ts";

/** The built server as a process, on one core where the system allows it. */
export type MeasuredServer = {
  origin: string;
  metricsOrigin: string | null;
  /** Milliseconds from the start of the process to the first page. */
  readyMs: number;
  env: Env;
  /** Milliseconds of processor time so far; null where the system does not tell. */
  cpuMs(): number | null;
  /** Megabytes of memory in use; null where the system does not tell. */
  memoryMb(): number | null;
  /** Stops the server; its data stays. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  dispose(): Promise<void>;
};

const TICKS_PER_SECOND = 100;
const MAX_PRINTED = 10_000;
const ASK_AGAIN_MS = 10;

/** The load runs on the other cores. */
const onOneCore =
  availableParallelism() > 1 && spawnSync("taskset", ["-c", "0", "true"]).status === 0
    ? ["taskset", "-c", "0"]
    : [];

function readProc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return null;
  }
}

/** Throws when the server ended. */
async function askUntilAnswered(origin: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const isAnswered = await fetch(origin).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isAnswered) return;
    if (child.exitCode !== null) throw new Error("the server ended while starting");
    await wait(ASK_AGAIN_MS);
  }
}

/** Starts the server on fresh data. `nodeOptions` go before the program. */
export async function startMeasured(
  nodeOptions: string[] = [],
  { hasMetrics } = { hasMetrics: false },
): Promise<MeasuredServer> {
  const port = await freePort();
  const metricsPort = hasMetrics ? await freePort() : null;
  const dataDir = makeScratchDirectory("bench-");
  const origin = `http://127.0.0.1:${port}`;
  const variables = {
    NODE_ENV: "production",
    PORT: String(port),
    APP_ORIGIN: origin,
    DATA_DIR: dataDir,
    SESSION_SECRET: "session-secret-for-tests-only-0123456789",
    DATA_KEY: "data-key-for-tests-only-0123456789-abcdef",
    RATE_LIMITS: "off",
    BACKUP_HOUR: "off",
    ...(metricsPort && { METRICS_PORT: String(metricsPort) }),
  };
  let child: ChildProcess;
  let readyMs = 0;

  async function start() {
    const startedAt = performance.now();
    const [program, ...args] = [
      ...onOneCore,
      process.execPath,
      ...SERVER_FLAGS,
      ...nodeOptions,
      "build/server/index.js",
    ];
    child = spawn(program!, args, {
      env: { PATH: process.env.PATH, ...variables },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    let printed = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      if (printed.length < MAX_PRINTED) printed += chunk.toString();
      if (printed.includes("Ready on")) resolve();
    });
    child.once("exit", () => reject(new Error("the server ended while starting")));
    const firstPage = askUntilAnswered(origin, child).then(() => {
      readyMs ||= performance.now() - startedAt;
    });
    await Promise.all([ready, firstPage]);
  }

  async function stop() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "close");
    child.kill("SIGTERM");
    await ended;
  }

  await start();
  return {
    origin,
    metricsOrigin: metricsPort === null ? null : `http://127.0.0.1:${metricsPort}`,
    readyMs,
    env: readEnv(variables),
    cpuMs() {
      const stat = readProc(child.pid!, "stat");
      if (!stat) return null;
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
    },
    memoryMb() {
      const kilobytes = /VmRSS:\s+(\d+)/.exec(readProc(child.pid!, "status") ?? "")?.[1];
      return kilobytes ? Number(kilobytes) / 1024 : null;
    },
    stop,
    async restart() {
      await stop();
      readyMs = 0;
      await start();
    },
    async dispose() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
