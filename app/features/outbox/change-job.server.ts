import type { AuditAction } from "#app/features/audit/history-words.ts";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { CANCEL_WORDS } from "./cancel-codes.ts";
import { isCancellable, isRetriable } from "./job-words.ts";
import type { OutboxRow } from "./tables.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { afterCommit, transact } from "#app/platform/database.server.ts";

type JobChange = ActedByRequest & { jobId: string };

/** Tells the handler to look for what an earlier try may have made, although the count of tries starts again. */
const CUT_OFF = "An earlier attempt was interrupted.";

export function afresh(deps: Pick<Deps, "clock">) {
  return {
    state: "queued" as const,
    attempts: 0,
    first_attempt_at: null,
    next_attempt_at: deps.clock.now().toISOString(),
    finished_at: null,
    cancel_code: null,
    delivery: null,
    delivery_at: null,
  };
}

/** Changes a job unless its state changed since, or `changeOf` allows no change. Audited. */
async function changeJob(
  deps: Deps,
  { jobId, actor, requestId }: JobChange,
  action: AuditAction,
  changeOf: (row: OutboxRow) => Partial<OutboxRow> | null,
): Promise<void> {
  await transact(deps, async (inside) => {
    const row = await inside.db.selectFrom("outbox").selectAll().where("id", "=", jobId).executeTakeFirst();
    const change = row && changeOf(row);
    if (!change) return;
    const { numUpdatedRows } = await inside.db
      .updateTable("outbox")
      .set(change)
      .where("id", "=", jobId)
      .where("state", "=", row.state)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    if (change.state === "queued") afterCommit(inside.db, deps.jobs.wake);
    await recordAudit(inside, { actor, requestId }, action, ["outbox", jobId]);
  });
}

/** Tries a mail or invoice again now, with all its tries, unless it is unknown, running or done. */
export async function retryJob(deps: Deps, request: JobChange): Promise<void> {
  await changeJob(deps, request, "outbox.retried", (row) =>
    isRetriable(row)
      ? { ...afresh(deps), last_error: row.last_error ?? (row.attempts > 0 ? CUT_OFF : null) }
      : null,
  );
}

/** Cancels a waiting job, or takes a failed or returned one off the list. */
export async function cancelJob(deps: Deps, request: JobChange): Promise<void> {
  await changeJob(deps, request, "outbox.cancelled", (row) => {
    if (!isCancellable(row)) return null;
    const why = row.state === "queued" ? null : row.last_error;
    return {
      state: "cancelled",
      finished_at: deps.clock.now().toISOString(),
      cancel_code: "by-staff",
      last_error: [why, CANCEL_WORDS["by-staff"]].filter(Boolean).join(" "),
    };
  });
}

/** Queues every failed job again, with all its attempts. */
export async function retryFailedJobs(deps: Deps, request: ActedByRequest): Promise<void> {
  await transact(deps, async (inside) => {
    afterCommit(inside.db, deps.jobs.wake);
    await inside.db.updateTable("outbox").set(afresh(deps)).where("state", "=", "failed").execute();
    await recordAudit(inside, request, "outbox.all-retried", ["outbox", "all"]);
  });
}

const form = formOf<Sent & { deps: Deps; change: JobChange }, never>();

/** Answers the buttons of a job. */
export const answerJob = answerForms(
  {
    retry: form({ change: ({ deps, change }) => retryJob(deps, change) }),
    cancel: form({ change: ({ deps, change }) => cancelJob(deps, change) }),
  },
  { words: {} },
);
