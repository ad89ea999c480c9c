import type { Deps } from "#app/deps.server.ts";
import { runDueJobs as run } from "#app/features/outbox/run-due-jobs.server.ts";
import { registerJobHandlers } from "#app/job-handlers.server.ts";

/** Does every mail and invoice that is due now, as the worker of the whole service would. */
export async function runDueJobs(deps: Deps): Promise<number> {
  registerJobHandlers(deps);
  return run(deps);
}
