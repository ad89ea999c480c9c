import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";
import { isCancellable } from "./job-words.ts";

/** Cancels a waiting job, or takes a failed or returned one off the list. False when there is nothing to do. */
export async function cancelJob(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  request: { jobId: string; actor: Actor; requestId: string },
): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("outbox")
      .select(["state", "delivery", "last_error"])
      .where("id", "=", request.jobId)
      .executeTakeFirst();
    if (!row || !isCancellable(row)) return false;
    const why = row.state === "queued" ? null : row.last_error;
    await trx
      .updateTable("outbox")
      .set({
        state: "cancelled",
        finished_at: deps.clock.now().toISOString(),
        last_error: [why, "Cancelled by staff."].filter(Boolean).join(" "),
      })
      .where("id", "=", request.jobId)
      .where("state", "=", row.state)
      .execute();
    await recordAudit(trx, deps, {
      actor: request.actor,
      action: "outbox.cancelled",
      subject: { kind: "outbox", id: request.jobId },
      requestId: request.requestId,
    });
    return true;
  });
}
