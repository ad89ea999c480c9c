import { createSettings, type SettingsStore } from "#app/features/settings/settings.server.ts";
import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { prepareLaunch } from "./rehearsal.ts";
import { makeScratchDirectory } from "./scratch.ts";
import { copyOfTemplate } from "./test-database.ts";
import PostalMime, { type Email } from "postal-mime";
import { systemClock } from "#app/platform/clock.ts";
import { openConfigured, type Db } from "#app/platform/database.server.ts";
import { readEnv, type Env } from "#app/platform/env.server.ts";
import { createIds, type Ids } from "#app/platform/ids.server.ts";
import { createSecrets, type Secrets } from "#app/platform/secrets.server.ts";

/** The production server as a process, on a fresh data folder. */
export type ServerProcess = {
  origin: string;
  dataDir: string;
  /** For the factories: the server's database and keys. */
  deps: { env: Env; db: Db; clock: typeof systemClock; ids: Ids; secrets: Secrets; settings: SettingsStore };
  pid(): number;
  output(): string;
  /** Oldest first. */
  mails(): Promise<Email[]>;
  /** Resolves to the exit code when the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  start(): Promise<void>;
  dispose(): Promise<void>;
};

async function waitUntilReady(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server stopped while starting:\n${output()}`);
    const isReady = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the server was not ready in time:\n${output()}`);
}

/** Starts `build/server/index.js`, on a database of its own of the PostgreSQL server at `postgresUrl`, or on SQLite.
 * `overrides` are environment variables; rate limits are off by default. */
export async function startServer(
  overrides: Record<string, string> = {},
  postgresUrl?: string,
): Promise<ServerProcess> {
  const dataDir = makeScratchDirectory("journey-");
  const port = await freePort();
  const { origin, command, args, ...launch } = await prepareLaunch(port, dataDir);
  const copy = postgresUrl ? copyOfTemplate(postgresUrl) : null;
  await copy?.make();
  const variables: Record<string, string> = {
    NODE_ENV: "production",
    PORT: String(port),
    DATA_DIR: dataDir,
    SESSION_SECRET: "session-secret-for-tests-only-0123456789",
    DATA_KEY: "data-key-for-tests-only-0123456789-abcdef",
    RATE_LIMITS: "off",
    ...(copy && { DATABASE_URL: copy.url }),
    ...launch.variables,
    ...overrides,
  };
  const env = readEnv(variables);
  let child: ChildProcess;
  let printed = "";
  const output = () => printed;

  const start = async () => {
    child = spawn(command, args, {
      env: { PATH: process.env.PATH, ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout!.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr!.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    await waitUntilReady(origin, child, output);
  };
  const stop = (signal: NodeJS.Signals = "SIGTERM") =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
      child.once("exit", (code) => resolve(code));
      child.kill(signal);
    });

  await start();
  const db = openConfigured(env);
  return {
    origin,
    dataDir,
    pid: () => child.pid!,
    deps: {
      env,
      db,
      clock: systemClock,
      ids: createIds(systemClock),
      secrets: createSecrets(env.DATA_KEY),
      settings: createSettings({ env, db }),
    },
    output,
    async mails() {
      const folder = join(dataDir, "outbox");
      const names = await Promise.resolve()
        .then(() => readdirSync(folder))
        .catch(() => []);
      const files = names.filter((name) => name.endsWith(".eml")).sort();
      return Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
    },
    stop,
    start,
    async dispose() {
      await db.destroy();
      await stop("SIGKILL");
      await copy?.drop();
      launch.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
