import type { Db } from "#app/platform/database.server.ts";
import type { OutboxRow } from "./tables.ts";

/** How a try ended. `reason` is plain words for staff. */
export type Settlement =
  | { state: "sent"; vendorId: string | null }
  /** Back in the queue. Without a reason nothing was tried, and the attempt is not counted. */
  | { state: "queued"; nextAttemptAt: Date; reason: string | null }
  | { state: "failed"; reason: string }
  | { state: "cancelled"; reason: string };

/** Records how a try ended; false when the lease is not this one any more. Success is always recorded. */
export async function settleLease(
  db: Db,
  lease: Pick<OutboxRow, "id" | "leased_by" | "leased_until">,
  settlement: Settlement,
  now: Date,
): Promise<boolean> {
  const isFinal = settlement.state !== "queued";
  const isUntried = settlement.state === "queued" && settlement.reason === null;
  const result = await db
    .updateTable("outbox")
    .set((eb) => ({
      state: settlement.state,
      leased_by: null,
      leased_until: null,
      finished_at: isFinal ? now.toISOString() : null,
      ...(isUntried
        ? { attempts: eb("attempts", "-", 1) }
        : { last_error: settlement.state === "sent" ? null : settlement.reason }),
      ...(settlement.state === "sent" ? { vendor_id: settlement.vendorId } : {}),
      ...(settlement.state === "queued" ? { next_attempt_at: settlement.nextAttemptAt.toISOString() } : {}),
    }))
    .where("id", "=", lease.id)
    .where("state", "!=", "sent")
    .$if(settlement.state !== "sent", (query) =>
      query
        .where("state", "=", "leased")
        .where("leased_by", "=", lease.leased_by)
        .where("leased_until", "=", lease.leased_until),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
