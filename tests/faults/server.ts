import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { freePort } from "#tests/setup/free-port.ts";
import { SERVER_FLAGS } from "#scripts/server-flags.ts";

/** `FAULTS=full` (set by `npm run test:faults`) runs the long form of each test. */
export const isFull = process.env.FAULTS === "full";

/** Skips a test that cannot run here, and says so in the output. */
export function leaveOut(skip: (note: string) => never, reason: string): never {
  console.log(`NOT TESTED: ${reason}`);
  return skip(reason);
}

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
  output(): string;
  start(): Promise<void>;
  /** Resolves to the exit code, null when the signal killed it. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
};

type Options = {
  /** A fresh folder on a real disk when left out. */
  dataDir?: string;
  variables?: Record<string, string>;
  /** A program that runs the server, with its arguments, such as `strace`. */
  under?: string[];
};

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

/** Expects the server not to start, as user `uid` if given; returns how it ended. */
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

/** Starts the server on fresh data, and removes both when the test ends. */
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
