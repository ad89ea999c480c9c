import { setTimeout as wait } from "node:timers/promises";
import { type Executor, transact } from "#app/platform/database.server.ts";
import { CANCEL_WORDS } from "./cancel-codes.ts";
import { type AttemptResult, afterFailure } from "./retry-rules.ts";
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
export async function recordAttempt(
  db: Executor,
  lease: Pick<OutboxRow, "id" | "leased_by" | "leased_until" | "vendor_id">,
  attempt: AttemptResult,
  now: Date,
): Promise<void> {
  if (attempt.state === "sent") {
    const { vendorId } = attempt;
    const changes: Sent = { finished_at: now.toISOString() };
    // SQLite rewrites the index of every column in SET, changed or not.
    if (vendorId !== lease.vendor_id) changes.vendor_id = vendorId;
    await storeSent(db, lease.id, changes);
    return;
  }
  const isUntried = attempt.state === "queued" && attempt.reason === null;
  const why =
    attempt.state === "cancelled"
      ? { cancel_code: attempt.code, last_error: CANCEL_WORDS[attempt.code] }
      : { last_error: attempt.reason };
  await db
    .updateTable("outbox")
    .set((eb) => ({
      state: attempt.state,
      leased_by: null,
      leased_until: null,
      finished_at: attempt.state === "queued" ? null : now.toISOString(),
      ...(isUntried ? { attempts: eb("attempts", "-", 1) } : why),
      ...(attempt.state === "queued" ? { next_attempt_at: attempt.nextAttemptAt.toISOString() } : {}),
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

/** The job to lease after an attempt; null for none. Called only then: a stop or a pause may have come. */
type Next = () => NextClaim | null;

async function recordAndClaim(
  { db, clock }: Pick<Deps, "db" | "clock">,
  row: OutboxRow,
  attempt: AttemptResult,
  next: Next,
): Promise<OutboxRow | null> {
  const claim = next();
  if (!claim) {
    await recordAttempt(db, row, attempt, clock.now());
    return null;
  }
  const both = async (inside: { db: Executor }) => {
    await recordAttempt(inside.db, row, attempt, clock.now());
    return claimNextJob(inside.db, claim);
  };
  return transact({ db }, both, null);
}

/** Records the end of a try and leases the next job in one commit, and repeats while the database cannot be written
 * (full disk, lock, failover): an unrecorded mail would be sent again. Throws in the end. */
async function recordUntilWritten(deps: Deps, row: OutboxRow, attempt: AttemptResult, next: Next) {
  const startedAt = deps.clock.monotonicMs();
  for (;;) {
    try {
      return await recordAndClaim(deps, row, attempt, next);
    } catch (error) {
      if (deps.clock.monotonicMs() - startedAt >= MARK_WITHIN_MS) throw error;
      deps.log.error("job not marked", { job: row.topic, jobId: row.id, ...describeError(error) });
      await wait(MARK_AGAIN_MS);
    }
  }
}

/** Runs a leased row and records how it ended, whatever the job threw. Returns the job that `next` leased with it. */
export async function runJob(
  deps: Deps,
  row: OutboxRow,
  work: () => Promise<JobResult>,
  { retryMs = null, next = () => null }: { retryMs?: number | null; next?: Next } = {},
): Promise<OutboxRow | null> {
  const startedAt = deps.clock.monotonicMs();
  const attempt = await work().catch((error: unknown) => {
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
  const claimed = await recordUntilWritten(deps, row, attempt, next);
  if (attempt.state === "sent") {
    const ms = Math.round(deps.clock.monotonicMs() - startedAt);
    deps.log.info("job done", { job: row.topic, jobId: row.id, ms });
  }
  return claimed;
}
