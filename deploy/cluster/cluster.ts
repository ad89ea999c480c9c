import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export const PLACES = [1, 2, 3] as const;
const MAX_MS = 240_000;
const MAX_LAG_BYTES = 1_000_000;

type Member = { role: string; state: string; lag?: number | "unknown" };

/** Sends a signal; nothing when the process is gone. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(3_000) });

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts the cluster of `start.sh` in a folder; resolves when it serves. */
export async function startCluster(folder: string, firstPort: number) {
  const script = spawn("sh", [join(import.meta.dirname, "start.sh"), folder, String(firstPort)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    script.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes("Ready on")) resolve();
    });
    script.once("exit", () => reject(new Error(`The cluster did not start:\n${printed}`)));
  });
  const pidOf = (name: string) => Number(readFileSync(join(folder, "pid", name), "utf8"));
  const password = readFileSync(join(folder, "password"), "utf8").trim();
  const copies = PLACES.map((place) => `http://127.0.0.1:${firstPort + 10 + place}`);
  const patroni = PLACES.map((place) => `http://127.0.0.1:${firstPort + 30 + place}`);

  async function isWhole(): Promise<boolean> {
    const answer = await Promise.any(patroni.map((one) => ask(`${one}/cluster`)));
    const { members } = (await answer.json()) as { members: Member[] };
    const areRunning = members.every(
      ({ state, lag }) => /running|streaming/.test(state) && Number(lag ?? 0) < MAX_LAG_BYTES,
    );
    const roles = members.map(({ role }) => role).sort();
    const ready = await Promise.all(copies.map(async (copy) => (await ask(`${copy}/readyz`)).ok));
    return areRunning && roles.join() === "leader,replica,sync_standby" && ready.every(Boolean);
  }

  return {
    origin: `http://localhost:${firstPort}`,
    /** The address of a database: the primary's through the proxy, or the n-th server's own. */
    urlOf: (place?: number) =>
      `postgres://bookings:${password}@127.0.0.1:${place ? firstPort + 40 + place : firstPort + 1}/bookings`,
    /** Sends a signal to a process by the name that `start.sh` gave it. */
    signal: (name: string, signal: NodeJS.Signals) => send(pidOf(name), signal),
    /** Sends a signal to the n-th PostgreSQL server with all its processes; with `isMachine` to Patroni, too. */
    signalServer(place: number, signal: NodeJS.Signals, { isMachine = false } = {}) {
      const [line] = readFileSync(join(folder, `pg-${place}/data/postmaster.pid`), "utf8").split("\n");
      if (isMachine) send(pidOf(`pg-${place}`), signal);
      for (const pid of [Number(line), ...childrenOf(Number(line))]) send(pid, signal);
    },
    /** Keeps a process from being started again, until `release`. */
    hold: (name: string) => writeFileSync(join(folder, "hold", name), ""),
    release: (name: string) => rmSync(join(folder, "hold", name)),
    /** Which server is the primary, by Patroni's word; null while there is none. */
    async primary(): Promise<number | null> {
      const answers = PLACES.map(async (place) => {
        const { ok } = await ask(`${patroni[place - 1]}/primary`);
        return ok ? place : Promise.reject(new Error("not the primary"));
      });
      return Promise.any(answers).catch(() => null);
    },
    /** Resolves when all copies are ready, and the primary has two standbys, one of them synchronous. */
    async untilWhole() {
      const deadline = Date.now() + MAX_MS;
      while (!(await isWhole().catch(() => false))) {
        if (Date.now() > deadline) throw new Error(`The cluster was not whole within ${MAX_MS / 1000} s`);
        await wait(200);
      }
    },
    async stop() {
      if (script.exitCode !== null) return;
      const ended = once(script, "exit");
      script.kill("SIGTERM");
      await ended;
    },
  };
}
