import type { Deps } from "#app/deps.server.ts";
import { DeliveryError } from "#app/integrations/mail/mailer.ts";
import { describeError } from "#app/platform/log.server.ts";
import { settleLease, type Settlement } from "#app/platform/outbox-leases.server.ts";
import type { OutboxRow } from "#app/platform/tables.ts";
import { afterFailure } from "./retry-rules.ts";

/** A job's own verdict: handed over, or no longer needed (`reason` in plain words for staff). */
export type JobResult = { state: "sent"; vendorId: string | null } | { state: "cancelled"; reason: string };

/** Runs the work of a leased row and records how it ended. Never throws for what the work threw. */
export async function settleJob(
  deps: Pick<Deps, "db" | "clock" | "log">,
  row: OutboxRow,
  work: () => Promise<JobResult>,
): Promise<Settlement> {
  const startedAt = deps.clock.now();
  const settlement = await work().catch((error: unknown) => {
    const isExpected = error instanceof DeliveryError;
    deps.log[isExpected ? "warn" : "error"]("job not done", {
      job: row.topic,
      jobId: row.id,
      attempts: row.attempts,
      ...(isExpected ? { error: error.name } : describeError(error)),
    });
    return afterFailure(error, row, deps.clock.now());
  });
  const now = deps.clock.now();
  await settleLease(deps.db, row, settlement, now);
  if (settlement.state === "sent") {
    deps.log.info("job done", { job: row.topic, jobId: row.id, ms: now.getTime() - startedAt.getTime() });
  }
  return settlement;
}
