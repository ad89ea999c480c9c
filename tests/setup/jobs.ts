import type { Deps } from "#app/deps.server.ts";
import { runSlot } from "#app/features/outbox/worker.server.ts";
import { registerJobHandlers } from "#app/job-handlers.server.ts";

/** Runs every due mail and invoice, as the worker would. Returns how many. */
export async function runDueJobs(deps: Deps): Promise<number> {
  registerJobHandlers(deps);
  const slots = deps.jobs.handlers.flatMap((handler) => Array.from({ length: handler.slots }, () => handler));
  const counts = await Promise.all(slots.map((handler) => runSlot(deps, handler)));
  return counts.reduce((sum, count) => sum + count, 0);
}
