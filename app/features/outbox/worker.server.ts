import { setTimeout as wait } from "node:timers/promises";
import type { Deps } from "#app/deps.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { takeBackLeases } from "./leases.server.ts";
import { runSlot, slotsOf } from "./run-due-jobs.server.ts";
import { isDeadWorkerOf } from "./worker-id.server.ts";

/** The longest sleep: another process may have written a row, or a retry become due. */
const POLL_MS = 2000;
const STOP_MS = 9000;
/** Waits until the request that wrote a row is answered, so that its time does not tell whether there is a mail, and so
 * whether an e-mail address is known. */
const WAKE_AFTER_MS = 100;
/** Between two jobs visitors are served: mails to files wait for no network, and many of them would hold up all pages. */
const REST_MS = 25;

type Worker = {
  /** Looks at the outbox soon. Cheap; call it after each commit that wrote to it. */
  wake(): void;
  /** Takes no more jobs and waits up to 9 seconds for running ones; one cut off runs again later. */
  stop(): Promise<void>;
};

/** Starts the worker, first taking over what a killed process left. Several processes may share a database. */
export function startWorker(deps: Deps): Worker {
  let isStopping = false;
  let news = 0;
  const sleepers = new Set<() => void>();

  const sleep = () =>
    new Promise<void>((resolve) => {
      const wakeUp = () => {
        clearTimeout(timer);
        sleepers.delete(wakeUp);
        resolve();
      };
      const timer = setTimeout(wakeUp, POLL_MS);
      sleepers.add(wakeUp);
    });
  const wakeAll = () => sleepers.forEach((wakeUp) => wakeUp());

  async function repeat(round: () => Promise<unknown>, isOver: () => boolean) {
    while (!isStopping && !isOver()) {
      const seen = news;
      await round().catch((error: unknown) => deps.log.error("outbox not worked on", describeError(error)));
      if (!isStopping && !isOver() && news === seen) await sleep();
    }
  }

  async function work() {
    let hasTakenBack = false;
    const takeBack = async () => {
      const isDead = (worker: string) => isDeadWorkerOf(deps.env, worker);
      await takeBackLeases(deps.db, { now: deps.clock.now(), isDead });
      hasTakenBack = true;
    };
    await repeat(takeBack, () => hasTakenBack);
    await Promise.all(
      slotsOf(deps).map((handler) =>
        repeat(
          () => runSlot(deps, handler, { shouldStop: () => isStopping, rest: () => wait(REST_MS) }),
          () => false,
        ),
      ),
    );
  }

  const ended = work();
  return {
    wake() {
      setTimeout(() => {
        news += 1;
        wakeAll();
      }, WAKE_AFTER_MS).unref();
    },
    stop() {
      isStopping = true;
      wakeAll();
      return Promise.race([ended, wait(STOP_MS, undefined, { ref: false })]);
    },
  };
}
