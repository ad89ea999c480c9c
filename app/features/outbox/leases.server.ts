import { sql, type ExpressionBuilder } from "kysely";
import type { Env } from "#app/platform/env.server.ts";
import type { Db, Executor } from "#app/platform/database.server.ts";
import type { OutboxRow } from "./tables.ts";
import type { Tables } from "#app/platform/tables.ts";

/** This process as leases name it: copy of the server (the host, unless REPLICA says otherwise) and process id. */
export const workerId = ({ REPLICA }: Pick<Env, "REPLICA">): string => `${REPLICA}/${process.pid}`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** True for a worker of this copy whose process is gone. Asked only at the start: this process's own name then belongs
 * to a predecessor, as in a restarted container. */
export function isDeadWorkerOf({ REPLICA }: Pick<Env, "REPLICA">, worker: string): boolean {
  const [replica, pid] = worker.split("/");
  return replica === REPLICA && (Number(pid) === process.pid || !isRunning(Number(pid)));
}

export const LEASE_MS = 60_000;

type Claim = { now: Date; workerId: string };

export type NextClaim = Claim & { kind: OutboxRow["kind"]; urgentTopics?: readonly string[] };

type Times = { now: string; leaseEnd: string; tooFar: string };

function timesOf(now: Date): Times {
  const after = (leases: number) => new Date(now.getTime() + leases * LEASE_MS).toISOString();
  return { now: now.toISOString(), leaseEnd: after(1), tooFar: after(2) };
}

/** Due, or leased and out of time. A time too far ahead, left by a clock that was set back, counts as due. Too far is
 * more than a whole lease after the end of one taken now: another worker, awake at the same moment, may have read its
 * clock a little later. */
function isDue({ now, tooFar }: Times) {
  return (eb: ExpressionBuilder<Tables, "outbox">) =>
    eb.or([
      eb.and([eb("state", "=", "queued"), eb("next_attempt_at", "<=", now)]),
      eb.and([
        // An expression, for which there is no index: with `state =` SQLite reads all that is queued (182,000
        // reminders: 197 ms).
        eb(eb.fn.coalesce("state", sql.lit("")), "=", "queued"),
        eb("created_at", ">", now),
        eb.or([eb("next_attempt_at", "=", eb.ref("created_at")), eb("attempts", ">", 0)]),
      ]),
      eb.and([
        eb("state", "=", "leased"),
        eb.or([eb("leased_until", "<=", now), eb("leased_until", ">", tooFar)]),
      ]),
    ]);
}

function lease(db: Executor, times: Times, workerId: string) {
  return db
    .updateTable("outbox")
    .set((eb) => ({
      state: "leased" as const,
      leased_by: workerId,
      leased_until: times.leaseEnd,
      attempts: eb("attempts", "+", 1),
      first_attempt_at: eb.fn.coalesce("first_attempt_at", sql<string>`${times.now}`),
    }))
    .where(isDue(times));
}

type Wanted = { kind: OutboxRow["kind"]; urgentTopics: readonly string[] };

function nextJob(db: Executor, times: Times, { kind, urgentTopics }: Wanted) {
  return db
    .selectFrom("outbox")
    .select("id")
    .where("kind", "=", kind)
    .where(isDue(times))
    .$if(urgentTopics.length > 0, (query) =>
      query.orderBy((order) =>
        order
          .case()
          .when("topic", "in", [...urgentTopics])
          .then(0)
          .else(1)
          .end(),
      ),
    )
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(1);
}

const MAX_TRIES = 3;

/** Leases the next due row of a kind, `urgentTopics` first; null, with nothing written, when none is due, or when
 * others have all that are. Two processes never get the same row. The attempt counts from here, so that a job that
 * kills its process fails in the end. */
export async function claimNextJob(db: Executor, claim: NextClaim): Promise<OutboxRow | null> {
  const times = timesOf(claim.now);
  const wanted = { kind: claim.kind, urgentTopics: claim.urgentTopics ?? [] };
  // Whoever has a due row may wait for one that this transaction has changed: without an end both would wait.
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (!(await nextJob(db, times, wanted).executeTakeFirst())) return null;
    const leased = await lease(db, times, claim.workerId)
      .where("id", "=", nextJob(db, times, wanted).forUpdate().skipLocked())
      .returningAll()
      .executeTakeFirst();
    if (leased) return leased;
  }
  return null;
}

/** Leases one row. Null when it is not due or somebody else has it. */
export async function claimJob(db: Db, claim: Claim & { id: string }): Promise<OutboxRow | null> {
  const row = await lease(db, timesOf(claim.now), claim.workerId)
    .where("id", "=", claim.id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Queues again what dead workers had leased. */
export async function reclaimLeases(db: Db, options: { now: Date; isDead: (workerId: string) => boolean }) {
  const holders = await db
    .selectFrom("outbox")
    .select("leased_by")
    .distinct()
    .where("state", "=", "leased")
    .execute();
  const dead = holders.flatMap(({ leased_by: holder }) => (holder && options.isDead(holder) ? [holder] : []));
  if (dead.length === 0) return;
  await db
    .updateTable("outbox")
    .set({ state: "queued", next_attempt_at: options.now.toISOString(), leased_by: null, leased_until: null })
    .where("state", "=", "leased")
    .where("leased_by", "in", dead)
    .execute();
}
