import type { Insertable } from "kysely";
import type { Clock } from "#app/platform/clock.ts";
import { afterCommit, type Executor } from "#app/platform/database.server.ts";
import type { Ids } from "#app/platform/ids.server.ts";
import { sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { Jobs } from "./jobs.ts";
import type { OutboxRow } from "./tables.ts";

type OutboxEntry = Pick<OutboxRow, "kind" | "topic"> & {
  dedupeKey: string;
  bookingId?: string;
  to?: string;
  payload: unknown;
  /** UTC; now when left out. */
  notBefore?: string;
};

const sealedPayload = sealedJsonColumn<unknown>("outbox", "payload_sealed");

/** The worker is woken after the commit. */
function insertRows({ db, jobs }: EnqueueDeps, rows: Insertable<OutboxRow>[]) {
  if (jobs) afterCommit(db, jobs.wake);
  return db
    .insertInto("outbox")
    .values(rows)
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .executeTakeFirstOrThrow();
}

export type EnqueueDeps = {
  db: Executor;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
  /** Left out by programs without a worker. */
  jobs?: Pick<Jobs, "wake">;
};

function outboxRow(deps: EnqueueDeps, entry: OutboxEntry): Insertable<OutboxRow> & { id: string } {
  const now = deps.clock.now().toISOString();
  const id = deps.ids.uuid();
  return {
    id,
    kind: entry.kind,
    topic: entry.topic,
    dedupe_key: entry.dedupeKey,
    booking_id: entry.bookingId ?? null,
    recipient: entry.to ?? null,
    payload_sealed: sealedPayload.encrypt(deps.secrets, id, entry.payload),
    state: "queued",
    attempts: 0,
    next_attempt_at: entry.notBefore ?? now,
    created_at: now,
  };
}

/** Queues a job inside the transaction that causes it, whose commit wakes the worker. Returns the row's id, or null
 * when the key was there already. */
export async function enqueue(inside: EnqueueDeps, entry: OutboxEntry) {
  const row = outboxRow(inside, entry);
  const { numInsertedOrUpdatedRows } = await insertRows(inside, [row]);
  return numInsertedOrUpdatedRows === 1n ? row.id : null;
}

/** Like `enqueue`, in one statement. Existing keys are skipped. */
export async function enqueueAll(inside: EnqueueDeps, entries: readonly OutboxEntry[]) {
  const rows = entries.map((entry) => outboxRow(inside, entry));
  if (rows.length > 0) await insertRows(inside, rows);
}

/** The payload of a job's row. Throws when its DATA_KEY is missing. */
export const decryptPayload = (secrets: Secrets, row: Pick<OutboxRow, "id" | "payload_sealed">): unknown =>
  sealedPayload.decrypt(secrets, row.id, row.payload_sealed);
