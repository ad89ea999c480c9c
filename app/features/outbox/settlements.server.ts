import type { Executor } from "#app/platform/database.server.ts";
import { preparedQuery } from "#app/platform/prepared-query.server.ts";
import type { OutboxRow } from "./tables.ts";

/** How a try ended. `reason` is plain words for staff. */
export type Settlement =
  | { state: "sent"; vendorId: string | null }
  /** Back in the queue. Without a reason nothing was tried, and the attempt is not counted. */
  | { state: "queued"; nextAttemptAt: Date; reason: string | null }
  | { state: "failed"; reason: string }
  | { state: "cancelled"; reason: string };

type Sent = Pick<OutboxRow, "finished_at"> & Partial<Pick<OutboxRow, "vendor_id">>;

const storeSent = preparedQuery((db, id: string, changes: Sent) =>
  db
    .updateTable("outbox")
    .set({ ...changes, state: "sent", leased_by: null, leased_until: null, last_error: null })
    .where("id", "=", id)
    .where("state", "!=", "sent"),
);

/** Records how a try ended; false when the lease is not this one any more. Success is always recorded. */
export async function settleLease(
  db: Executor,
  lease: Pick<OutboxRow, "id" | "leased_by" | "leased_until" | "vendor_id">,
  settlement: Settlement,
  now: Date,
): Promise<boolean> {
  if (settlement.state === "sent") {
    const { vendorId } = settlement;
    const changes: Sent = { finished_at: now.toISOString() };
    // Set to what it was, its index would be written too.
    if (vendorId !== lease.vendor_id) changes.vendor_id = vendorId;
    return (await storeSent(db, lease.id, changes)).numAffectedRows === 1n;
  }
  const isUntried = settlement.state === "queued" && settlement.reason === null;
  const result = await db
    .updateTable("outbox")
    .set((eb) => ({
      state: settlement.state,
      leased_by: null,
      leased_until: null,
      finished_at: settlement.state === "queued" ? null : now.toISOString(),
      ...(isUntried ? { attempts: eb("attempts", "-", 1) } : { last_error: settlement.reason }),
      ...(settlement.state === "queued" ? { next_attempt_at: settlement.nextAttemptAt.toISOString() } : {}),
    }))
    .where("id", "=", lease.id)
    .where("state", "=", "leased")
    .where("leased_by", "=", lease.leased_by)
    .where("leased_until", "=", lease.leased_until)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
