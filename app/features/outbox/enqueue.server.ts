import type { Clock } from "#app/platform/clock.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Ids } from "#app/platform/ids.server.ts";
import { sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { OutboxRow } from "./tables.ts";

export type OutboxEntry = Pick<OutboxRow, "kind" | "topic"> & {
  dedupeKey: string;
  bookingId?: string;
  recipient?: string;
  payload: unknown;
  /** UTC; now when left out. */
  notBefore?: string;
};

const sealedPayload = sealedJsonColumn<unknown>("outbox", "payload_sealed");

/** Queues a job inside the transaction that causes it; call `deps.jobs.wake()` after the commit. Returns the row's id,
 * or null when the key was there already. */
export async function enqueue(
  executor: Executor,
  deps: { clock: Clock; ids: Ids; secrets: Secrets },
  entry: OutboxEntry,
): Promise<string | null> {
  const now = deps.clock.now().toISOString();
  const id = deps.ids.uuid();
  const inserted = await executor
    .insertInto("outbox")
    .values({
      id,
      kind: entry.kind,
      topic: entry.topic,
      dedupe_key: entry.dedupeKey,
      booking_id: entry.bookingId ?? null,
      recipient: entry.recipient ?? null,
      payload_sealed: sealedPayload.encrypt(deps.secrets, id, entry.payload),
      state: "queued",
      attempts: 0,
      next_attempt_at: entry.notBefore ?? now,
      leased_by: null,
      leased_until: null,
      last_error: null,
      vendor_id: null,
      created_at: now,
      finished_at: null,
      calendar_entry: null,
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n ? id : null;
}

export function decryptPayload(secrets: Secrets, row: Pick<OutboxRow, "id" | "payload_sealed">): unknown {
  return sealedPayload.decrypt(secrets, row.id, row.payload_sealed);
}
