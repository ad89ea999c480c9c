import { setTimeout as wait } from "node:timers/promises";
import type { Deps } from "#app/deps.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { takeBackLeases } from "#app/platform/outbox-leases.server.ts";
import { runDueJobs } from "./run-due-jobs.server.ts";
import { isDeadWorkerOfThisHost } from "./worker-id.server.ts";

/** The longest sleep: another process may have written a row, and clocks of retries fall due. */
const POLL_MS = 2000;
const STOP_MS = 9000;

export type Worker = {
  /** Looks at the outbox now. Cheap; call it after each commit that wrote to it. */
  wake(): void;
  /** Takes no more jobs and waits for those in hand, 9 seconds at most: a job cut off then is done again. */
  stop(): Promise<void>;
};

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
      await takeBackLeases(deps.db, { now: deps.clock.now(), isDead: isDeadWorkerOfThisHost });
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
      return Promise.race([ended, wait(STOP_MS, undefined, { ref: false })]);
    },
  };
}
