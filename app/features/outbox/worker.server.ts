import { setTimeout as wait } from "node:timers/promises";
import type { Deps } from "#app/deps.server.ts";
import type { JobHandler } from "./jobs.ts";
import { claimNextJob, workerId, reclaimLeases, isDeadWorkerOf } from "./leases.server.ts";
import { runJob } from "./run-job.server.ts";
import { describeError } from "#app/platform/log.server.ts";

const slotsOf = (deps: Pick<Deps, "jobs">): JobHandler[] =>
  deps.jobs.handlers.flatMap((handler) => Array.from({ length: handler.slots }, () => handler));

/** Runs a handler's due jobs one by one and returns how many. `rest` is awaited before each but the first. */
export async function runSlot(
  deps: Deps,
  handler: JobHandler,
  { shouldStop = () => false, rest }: { shouldStop?: () => boolean; rest?: () => Promise<unknown> } = {},
): Promise<number> {
  const next = () =>
    shouldStop() || handler.waitsFor() !== null || handler.pausedMs() > 0
      ? null
      : {
          now: deps.clock.now(),
          workerId: workerId(deps.env),
          kind: handler.kind,
          urgentTopics: handler.urgentTopics,
        };
  let count = 0;
  const first = next();
  let row = first && (await claimNextJob(deps.db, first));
  while (row) {
    if (count > 0) await rest?.();
    const leased = row;
    const retryMs = handler.retryMs(leased.topic);
    row = await runJob(deps, leased, () => handler.run(leased), { retryMs, next });
    count += 1;
  }
  return count;
}

/** The longest sleep: another process may have written a row, or a retry become due. */
const POLL_MS = 2000;
const STOP_MS = 9000;
/** The request that wrote a row is answered by then: its time does not tell whether an e-mail address is known. */
const WAKE_AFTER_MS = 100;
/** Between two jobs visitors are served: mails to files wait for no network, and many of them would hold
 * up all pages. */
const REST_MS = 25;

/** Starts the worker, first taking over what a killed process left. Several processes may share a database. */
export function startWorker(deps: Deps) {
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
      await reclaimLeases(deps.db, { now: deps.clock.now(), isDead });
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
    /** Looks at the outbox soon. Cheap; call it after each commit that wrote to it. */
    wake() {
      setTimeout(() => {
        news += 1;
        wakeAll();
      }, WAKE_AFTER_MS).unref();
    },
    /** Takes no more jobs and waits up to 9 seconds for running ones; one cut off runs again later. */
    stop(): Promise<void> {
      isStopping = true;
      wakeAll();
      return Promise.race([ended, wait(STOP_MS, undefined, { ref: false })]);
    },
  };
}
