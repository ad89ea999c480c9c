import { setTimeout as wait } from "node:timers/promises";
import type { Deps } from "#app/deps.server.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { JobResult } from "./jobs.ts";
import { LEASE_MS } from "./leases.server.ts";
import { settleLease, type Settlement } from "./settlements.server.ts";
import type { OutboxRow } from "./tables.ts";
import { afterFailure } from "./retry-rules.ts";

const MARK_AGAIN_MS = 1000;
/** A failover may last 30 s. Once the lease is over, another worker repeats the job. */
const MARK_WITHIN_MS = LEASE_MS - 5_000;

/** Records the end of a try, and repeats while the database cannot be written (full disk, lock, failover): an unrecorded
 * mail would be sent again. Throws in the end. */
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

/** Runs a leased row and records how it ended. Never throws what the job threw. `retryMs` replaces the usual wait. */
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
