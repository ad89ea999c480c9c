import type { Deps } from "#app/deps.server.ts";
import type { JobHandler } from "./jobs.ts";
import { claimNextJob } from "./leases.server.ts";
import { settleJob } from "./settle-job.server.ts";
import { workerId } from "./worker-id.server.ts";

export function slotsOf(deps: Pick<Deps, "jobs">): JobHandler[] {
  return deps.jobs.handlers.flatMap((handler) => Array.from({ length: handler.slots }, () => handler));
}

function isPaused(handler: JobHandler): boolean {
  return handler.waitsFor() !== null || handler.pausedMs() > 0;
}

/** Runs a handler's due jobs one by one and returns how many. Stops when `shouldStop` says so or the handler waits. `rest`
 * is awaited before each job but the first. */
export async function runSlot(
  deps: Pick<Deps, "env" | "db" | "clock" | "log">,
  handler: JobHandler,
  { shouldStop = () => false, rest }: { shouldStop?: () => boolean; rest?: () => Promise<unknown> } = {},
): Promise<number> {
  const next = () =>
    shouldStop() || isPaused(handler)
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
    row = await settleJob(deps, leased, () => handler.run(leased), { retryMs, next });
    count += 1;
  }
  return count;
}

/** Runs everything that is due now, for tests and scripts. */
export async function runDueJobs(deps: Pick<Deps, "env" | "db" | "clock" | "log" | "jobs">): Promise<number> {
  const counts = await Promise.all(slotsOf(deps).map((handler) => runSlot(deps, handler)));
  return counts.reduce((sum, count) => sum + count, 0);
}
