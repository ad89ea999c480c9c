import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export const PLACES = [1, 2, 3] as const;
const MAX_MS = 240_000;
const MAX_LAG_BYTES = 1_000_000;

type Member = { name: string; role: string; state: string; lag?: number | "unknown" };

/** The cluster that `start.sh` runs, in one folder. */
export type Cluster = {
  folder: string;
  origin: string;
  /** Address of each copy, past the proxy. */
  copies: string[];
  /** The address of a server's database: the primary's through the proxy, or the n-th server's own. */
  urlOf(place?: number): string;
  /** Sends a signal to a process by the name that `start.sh` gave it. */
  signal(name: string, signal: NodeJS.Signals): void;
  /** Sends a signal to the n-th PostgreSQL server with all its processes, and to Patroni too if asked to. */
  signalServer(place: number, signal: NodeJS.Signals, options?: { withPatroni: boolean }): void;
  /** Keeps a process from being started again. */
  hold(name: string): void;
  release(name: string): void;
  /** Which server is the primary, by Patroni's word; null while there is none. */
  primary(): Promise<number | null>;
  /** Resolves when all copies are ready, and the primary has two standbys, one of them synchronous. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
};

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + MAX_MS;
  while (!(await check().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${MAX_MS / 1000} s`);
    await wait(200);
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent;
      } catch {
        return false;
      }
    });
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(3_000) });

/** Starts the cluster in a folder; resolves when it serves. */
export async function startCluster(folder: string, firstPort: number): Promise<Cluster> {
  const script = spawn("sh", [join(import.meta.dirname, "start.sh"), folder, String(firstPort)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    script.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes("Ready on")) resolve();
    });
    script.once("exit", () => reject(new Error(`the cluster did not start:\n${printed}`)));
  });
  const pidOf = (name: string) => Number(readFileSync(join(folder, "pid", name), "utf8"));
  const password = readFileSync(join(folder, "password"), "utf8").trim();
  const copies = PLACES.map((place) => `http://127.0.0.1:${firstPort + 10 + place}`);

  async function members(): Promise<Member[]> {
    const answers = PLACES.map(async (place) => {
      const response = await ask(`http://127.0.0.1:${firstPort + 30 + place}/cluster`);
      return ((await response.json()) as { members: Member[] }).members;
    });
    return Promise.any(answers);
  }

  return {
    folder,
    origin: `http://localhost:${firstPort}`,
    copies,
    urlOf: (place) =>
      `postgres://bookings:${password}@127.0.0.1:${place ? firstPort + 40 + place : firstPort + 1}/bookings`,
    signal: (name, signal) => send(pidOf(name), signal),
    signalServer(place, signal, { withPatroni } = { withPatroni: false }) {
      const [line = ""] = readFileSync(join(folder, `pg-${place}/data/postmaster.pid`), "utf8").split("\n");
      const postmaster = Number(line);
      if (withPatroni) send(pidOf(`pg-${place}`), signal);
      for (const pid of [postmaster, ...childrenOf(postmaster)]) send(pid, signal);
    },
    hold: (name) => writeFileSync(join(folder, "hold", name), ""),
    release: (name) => rmSync(join(folder, "hold", name)),
    async primary() {
      const answers = PLACES.map(async (place) => {
        const response = await ask(`http://127.0.0.1:${firstPort + 30 + place}/primary`);
        return response.ok ? place : Promise.reject(new Error("not the primary"));
      });
      return Promise.any(answers).catch(() => null);
    },
    untilWhole: () =>
      until("the cluster is whole", async () => {
        const all = await members();
        const roles = all.map((member) => member.role).sort();
        const areRunning = all.every(
          ({ state, lag }) => /running|streaming/.test(state) && Number(lag ?? 0) < MAX_LAG_BYTES,
        );
        const ready = await Promise.all(copies.map(async (copy) => (await ask(`${copy}/readyz`)).ok));
        return areRunning && roles.join() === "leader,replica,sync_standby" && ready.every(Boolean);
      }),
    async stop() {
      if (script.exitCode !== null) return;
      const ended = once(script, "exit");
      script.kill("SIGTERM");
      await ended;
    },
  };
}
