import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";
import { isRetriable } from "./job-words.ts";

/** Tells the handler to look for what an earlier try may have made, although the count of tries starts again. */
const CUT_OFF = "An earlier try was cut off.";

function afresh(deps: Pick<Deps, "clock">) {
  return {
    state: "queued" as const,
    attempts: 0,
    first_attempt_at: null,
    next_attempt_at: deps.clock.now().toISOString(),
    finished_at: null,
    delivery: null,
    delivery_at: null,
  };
}

/** Tries a mail or invoice again now, with all its tries. False when it is unknown, running or done. */
export async function retryJob(
  deps: Pick<Deps, "db" | "clock" | "ids" | "jobs">,
  request: { jobId: string; actor: Actor; requestId: string },
): Promise<boolean> {
  const isQueued = await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("outbox")
      .select(["state", "delivery", "attempts", "last_error"])
      .where("id", "=", request.jobId)
      .executeTakeFirst();
    if (!row || !isRetriable(row)) return false;
    await trx
      .updateTable("outbox")
      .set({ ...afresh(deps), last_error: row.last_error ?? (row.attempts > 0 ? CUT_OFF : null) })
      .where("id", "=", request.jobId)
      .where("state", "=", row.state)
      .execute();
    await recordAudit(trx, deps, {
      actor: request.actor,
      action: "outbox.retried",
      subject: { kind: "outbox", id: request.jobId },
      requestId: request.requestId,
    });
    return true;
  });
  deps.jobs.wake();
  return isQueued;
}

/** Tries everything that failed again, as after a long outage. Returns how many. */
export async function retryFailedJobs(
  deps: Pick<Deps, "db" | "clock" | "ids" | "jobs">,
  request: { actor: Actor; requestId: string },
): Promise<number> {
  const count = await deps.db.transaction().execute(async (trx) => {
    const result = await trx
      .updateTable("outbox")
      .set(afresh(deps))
      .where("state", "=", "failed")
      .executeTakeFirst();
    await recordAudit(trx, deps, {
      actor: request.actor,
      action: "outbox.all-retried",
      subject: { kind: "outbox", id: "all" },
      requestId: request.requestId,
    });
    return Number(result.numUpdatedRows);
  });
  deps.jobs.wake();
  return count;
}
