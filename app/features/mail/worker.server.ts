import { hostname } from "node:os";
import type { Deps } from "#app/deps.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { takeBackLeases } from "#app/platform/outbox-leases.server.ts";
import { runDueJobs } from "./run-due-jobs.server.ts";

/** The longest sleep: another process may have written a row, and clocks of retries fall due. */
const POLL_MS = 2000;

export type Worker = {
  /** Looks at the outbox now. Cheap; call it after each commit that wrote to it. */
  wake(): void;
  /** Finishes the jobs in hand and takes no more. */
  stop(): Promise<void>;
};

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** True for a worker of this host whose process is gone. Its own name counts too: it holds no lease at its start. */
function isDeadHere(worker: string): boolean {
  const [host, pid] = worker.split("/");
  return host === hostname() && (Number(pid) === process.pid || !isRunning(Number(pid)));
}

/**
 * Starts sending what the outbox holds, in this process, beginning with what a killed predecessor left behind.
 * Several processes may work on one database.
 */
export function startWorker(deps: Deps): Worker {
  let isStopping = false;
  let hasNews = false;
  let hasTakenBack = false;
  let endSleep = () => {};

  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function round() {
    if (!hasTakenBack) {
      await takeBackLeases(deps.db, { now: deps.clock.now(), isDead: isDeadHere });
      hasTakenBack = true;
    }
    await runDueJobs(deps, () => isStopping);
  }

  async function loop() {
    while (!isStopping) {
      hasNews = false;
      await round().catch((error: unknown) => deps.log.error("outbox not read", describeError(error)));
      if (!hasNews && !isStopping) await sleep();
    }
  }

  const ended = loop();
  return {
    wake() {
      hasNews = true;
      endSleep();
    },
    stop() {
      isStopping = true;
      endSleep();
      return ended;
    },
  };
}
