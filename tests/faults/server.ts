import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { freePort } from "#tests/setup/free-port.ts";
import { SERVER_FLAGS } from "#scripts/server-flags.ts";

/** The built server as a process that a test may ill-treat. */

/** `FAULTS=full` (as `npm run test:faults` sets it) runs the long form of each test. */
export const isFull = process.env.FAULTS === "full";

/** Leaves a test out that cannot run on this machine, and says so: it must not look as if it had passed. */
export function leaveOut(skip: (note: string) => never, reason: string): never {
  console.log(`NOT TESTED: ${reason}`);
  return skip(reason);
}

/** The number for `npm test`, and the one for `npm run test:faults`. */
export function scale(short: number, full: number): number {
  return isFull ? full : short;
}

export type FaultServer = {
  origin: string;
  port: number;
  dataDir: string;
  databaseFile: string;
  env: Record<string, string>;
  pid(): number;
  /** What it printed so far. */
  output(): string;
  start(): Promise<void>;
  /** Sends a signal and waits for the end; resolves to the exit code, null when the signal killed it. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
};

type Options = {
  /** A fresh folder on a real disk when left out. */
  dataDir?: string;
  variables?: Record<string, string>;
  /** A program that runs the server, with its arguments: `strace`, say. */
  under?: string[];
};

/** The variables with which the server starts on a data folder. */
function variablesFor(port: number, dataDir: string): Record<string, string> {
  return {
    NODE_ENV: "production",
    PATH: process.env.PATH ?? "",
    PORT: String(port),
    DATA_DIR: dataDir,
    SESSION_SECRET: "session-secret-for-tests-only-0123456789",
    DATA_KEY: "data-key-for-tests-only-0123456789-abcdef",
    RATE_LIMITS: "off",
    ADMIN_EMAIL: "ada@example.org",
    ADMIN_PASSWORD: "Start-here-1x",
  };
}

/** Starts the server where it cannot start, as user `uid` if given, and waits for its end. */
export async function failToStart(
  dataDir: string,
  { uid, variables = {} }: { uid?: number; variables?: Record<string, string> } = {},
): Promise<{ code: number | null; output: string }> {
  const env = { ...variablesFor(await freePort(), dataDir), ...variables };
  const child = spawn(process.execPath, [...SERVER_FLAGS, "build/server/index.js"], {
    env,
    uid,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes("Ready on")) child.kill("SIGKILL");
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** Starts the server on fresh data; it is killed and its data deleted when the test ends. */
export async function startFaultServer(options: Options = {}): Promise<FaultServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "faults-"));
  const port = await freePort();
  const env = { ...variablesFor(port, dataDir), ...options.variables };
  let child: ChildProcess;
  let printed = "";

  async function start() {
    const [program, ...args] = [
      ...(options.under ?? []),
      process.execPath,
      ...SERVER_FLAGS,
      "build/server/index.js",
    ];
    child = spawn(program!, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    let sinceStart = "";
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      sinceStart += chunk.toString();
      if (sinceStart.includes("Ready on")) resolve();
    };
    child.stdout!.on("data", read);
    child.stderr!.on("data", read);
    child.once("exit", () => reject(new Error(`the server ended while starting:\n${sinceStart}`)));
    await ready;
  }

  function stop(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
    return new Promise((resolve) => {
      child.once("close", (code) => resolve(code));
      child.kill(signal);
    });
  }

  onTestFinished(async () => {
    await stop("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });
  await start();
  return {
    origin: `http://localhost:${port}`,
    port,
    dataDir,
    databaseFile: join(dataDir, "app.db"),
    env,
    pid: () => child.pid!,
    output: () => printed,
    start,
    stop,
  };
}
