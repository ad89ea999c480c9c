import { setTimeout as wait } from "node:timers/promises";
import { type Executor, transact } from "#app/platform/database.server.ts";
import { CANCEL_WORDS } from "./cancel-codes.ts";
import { type Settlement, afterFailure } from "./retry-rules.ts";
import type { OutboxRow } from "./tables.ts";
import type { Deps } from "#app/deps.server.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { JobResult } from "./jobs.ts";
import { claimNextJob, LEASE_MS, type NextClaim } from "./leases.server.ts";

type Sent = Pick<OutboxRow, "finished_at"> & Partial<Pick<OutboxRow, "vendor_id">>;

async function storeSent(db: Executor, id: string, changes: Sent): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ ...changes, state: "sent", leased_by: null, leased_until: null, last_error: null })
    .where("id", "=", id)
    .where("state", "!=", "sent")
    .execute();
}

/** Records how a try ended, unless the lease is not this one any more. Success is always recorded. */
export async function settleLease(
  db: Executor,
  lease: Pick<OutboxRow, "id" | "leased_by" | "leased_until" | "vendor_id">,
  settlement: Settlement,
  now: Date,
): Promise<void> {
  if (settlement.state === "sent") {
    const { vendorId } = settlement;
    const changes: Sent = { finished_at: now.toISOString() };
    // Set to what it was, its index would be written too.
    if (vendorId !== lease.vendor_id) changes.vendor_id = vendorId;
    await storeSent(db, lease.id, changes);
    return;
  }
  const isUntried = settlement.state === "queued" && settlement.reason === null;
  const why =
    settlement.state === "cancelled"
      ? { cancel_code: settlement.code, last_error: CANCEL_WORDS[settlement.code] }
      : { last_error: settlement.reason };
  await db
    .updateTable("outbox")
    .set((eb) => ({
      state: settlement.state,
      leased_by: null,
      leased_until: null,
      finished_at: settlement.state === "queued" ? null : now.toISOString(),
      ...(isUntried ? { attempts: eb("attempts", "-", 1) } : why),
      ...(settlement.state === "queued" ? { next_attempt_at: settlement.nextAttemptAt.toISOString() } : {}),
    }))
    .where("id", "=", lease.id)
    .where("state", "=", "leased")
    .where("leased_by", "=", lease.leased_by)
    .where("leased_until", "=", lease.leased_until)
    .execute();
}

const MARK_AGAIN_MS = 1000;
/** A failover may last 30 s. Once the lease is over, another worker repeats the job. */
const MARK_WITHIN_MS = LEASE_MS - 5_000;

/** What to lease when a try has ended; null for nothing. Asked only then: a stop or a pause may have come. */
type Next = () => NextClaim | null;

async function settleAndClaim(
  { db, clock }: Pick<Deps, "db" | "clock">,
  row: OutboxRow,
  settlement: Settlement,
  next: Next,
): Promise<OutboxRow | null> {
  const claim = next();
  if (!claim) {
    await settleLease(db, row, settlement, clock.now());
    return null;
  }
  const both = async (trx: Executor) => {
    await settleLease(trx, row, settlement, clock.now());
    return claimNextJob(trx, claim);
  };
  return transact(db, both, null);
}

/** Records the end of a try and leases the next job in one commit, and repeats while the database cannot be written (full
 * disk, lock, failover): an unrecorded mail would be sent again. Throws in the end. */
async function settleSurely(deps: Deps, row: OutboxRow, settlement: Settlement, next: Next) {
  const startedAt = deps.clock.monotonicMs();
  for (;;) {
    try {
      return await settleAndClaim(deps, row, settlement, next);
    } catch (error) {
      if (deps.clock.monotonicMs() - startedAt >= MARK_WITHIN_MS) throw error;
      deps.log.error("job not marked", { job: row.topic, jobId: row.id, ...describeError(error) });
      await wait(MARK_AGAIN_MS);
    }
  }
}

/** Runs a leased row and records how it ended, whatever the job threw. Returns the job that `next` leased with it. */
export async function settleJob(
  deps: Deps,
  row: OutboxRow,
  work: () => Promise<JobResult>,
  { retryMs = null, next = () => null }: { retryMs?: number | null; next?: Next } = {},
): Promise<OutboxRow | null> {
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
  const claimed = await settleSurely(deps, row, settlement, next);
  if (settlement.state === "sent") {
    const ms = Math.round(deps.clock.monotonicMs() - startedAt);
    deps.log.info("job done", { job: row.topic, jobId: row.id, ms });
  }
  return claimed;
}
