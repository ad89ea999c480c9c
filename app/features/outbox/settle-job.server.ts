import { setTimeout as wait } from "node:timers/promises";
import type { Deps } from "#app/deps.server.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { JobResult } from "./jobs.ts";
import { settleLease, type Settlement } from "./settlements.server.ts";
import type { OutboxRow } from "./tables.ts";
import { afterFailure } from "./retry-rules.ts";

/** Well within the lease, in milliseconds. */
const MARK_WITHIN_MS = 30_000;
const MARK_AGAIN_MS = 1000;

/**
 * Records how a try ended, and keeps trying while the database cannot be written (a full disk, a lock): what was sent
 * and not marked would be sent again. Then it gives up and throws.
 */
async function settleSurely(
  deps: Pick<Deps, "db" | "clock" | "log">,
  row: OutboxRow,
  settlement: Settlement,
): Promise<void> {
  const startedAt = deps.clock.monotonicMs();
  for (;;) {
    try {
      await settleLease(deps.db, row, settlement, deps.clock.now());
      return;
    } catch (error) {
      if (deps.clock.monotonicMs() - startedAt >= MARK_WITHIN_MS) throw error;
      deps.log.error("job not marked", { job: row.topic, jobId: row.id, ...describeError(error) });
      await wait(MARK_AGAIN_MS);
    }
  }
}

/**
 * Runs the work of a leased row and records how it ended. Never throws for what the work threw. `retryMs` stands for the
 * usual wait before another try.
 */
export async function settleJob(
  deps: Pick<Deps, "db" | "clock" | "log">,
  row: OutboxRow,
  work: () => Promise<JobResult>,
  retryMs: number | null = null,
): Promise<Settlement> {
  const startedAt = deps.clock.monotonicMs();
  const settlement = await work().catch((error: unknown) => {
    const isExpected = error instanceof DeliveryError;
    if (isExpected && error.isUntried) return afterFailure(error, row, deps.clock.now(), retryMs);
    deps.log[isExpected ? "warn" : "error"]("job not done", {
      job: row.topic,
      jobId: row.id,
      attempts: row.attempts,
      ...(isExpected ? { error: error.name } : describeError(error)),
    });
    return afterFailure(error, row, deps.clock.now(), retryMs);
  });
  await settleSurely(deps, row, settlement);
  if (settlement.state === "sent") {
    const ms = Math.round(deps.clock.monotonicMs() - startedAt);
    deps.log.info("job done", { job: row.topic, jobId: row.id, ms });
  }
  return settlement;
}
