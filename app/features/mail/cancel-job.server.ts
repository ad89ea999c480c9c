import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";

/** Takes a waiting mail or invoice out of the queue. False when it is not waiting (any more). */
export async function cancelJob(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  request: { jobId: string; actor: Actor; requestId: string },
): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const result = await trx
      .updateTable("outbox")
      .set({
        state: "cancelled",
        finished_at: deps.clock.now().toISOString(),
        last_error: "Cancelled by staff.",
      })
      .where("id", "=", request.jobId)
      .where("state", "=", "queued")
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) return false;
    await recordAudit(trx, deps, {
      actor: request.actor,
      action: "outbox.cancelled",
      subject: { kind: "outbox", id: request.jobId },
      requestId: request.requestId,
    });
    return true;
  });
}
