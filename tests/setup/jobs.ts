import type { Deps } from "#app/deps.server.ts";
import { runDueJobs as run } from "#app/features/outbox/worker.server.ts";
import { registerJobHandlers } from "#app/job-handlers.server.ts";

/** Runs every due mail and invoice, as the worker would. */
export async function runDueJobs(deps: Deps): Promise<number> {
  registerJobHandlers(deps);
  return run(deps);
}
