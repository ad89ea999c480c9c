import { sql, type ExpressionBuilder } from "kysely";
import type { Db } from "#app/platform/database.server.ts";
import type { OutboxRow } from "./tables.ts";
import type { Tables } from "#app/platform/tables.ts";

/** After this time another worker may take the row. */
const LEASE_MS = 60_000;

type Claim = {
  now: Date;
  workerId: string;
};

/** Due, or leased and out of time. A time too far ahead, left by a clock that was set back, counts as due. */
function isDue(now: Date) {
  const at = now.toISOString();
  const latestLease = new Date(now.getTime() + LEASE_MS).toISOString();
  return (eb: ExpressionBuilder<Tables, "outbox">) =>
    eb.or([
      eb.and([eb("state", "=", "queued"), eb("next_attempt_at", "<=", at)]),
      eb.and([
        eb("state", "=", "queued"),
        eb("created_at", ">", at),
        eb.or([eb("next_attempt_at", "=", eb.ref("created_at")), eb("attempts", ">", 0)]),
      ]),
      eb.and([
        eb("state", "=", "leased"),
        eb.or([eb("leased_until", "<=", at), eb("leased_until", ">", latestLease)]),
      ]),
    ]);
}

function lease(db: Db, { now, workerId }: Claim) {
  return db
    .updateTable("outbox")
    .set((eb) => ({
      state: "leased" as const,
      leased_by: workerId,
      leased_until: new Date(now.getTime() + LEASE_MS).toISOString(),
      attempts: eb("attempts", "+", 1),
      first_attempt_at: eb.fn.coalesce("first_attempt_at", sql<string>`${now.toISOString()}`),
    }))
    .where(isDue(now));
}

type NextClaim = Claim & { kind: OutboxRow["kind"]; urgentTopics?: readonly string[] };

function nextJob(db: Db, claim: NextClaim) {
  const urgent = claim.urgentTopics ?? [];
  return db
    .selectFrom("outbox")
    .select("id")
    .where("kind", "=", claim.kind)
    .where(isDue(claim.now))
    .$if(urgent.length > 0, (query) =>
      query.orderBy((order) =>
        order
          .case()
          .when("topic", "in", [...urgent])
          .then(0)
          .else(1)
          .end(),
      ),
    )
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(1);
}

/** Leases the next due row of a kind, `urgentTopics` first; null, with nothing written, when none is due. Two processes
 * never get the same row. The attempt counts from here, so that a job that kills its process fails in the end. */
export async function claimNextJob(db: Db, claim: NextClaim): Promise<OutboxRow | null> {
  for (;;) {
    if (!(await nextJob(db, claim).executeTakeFirst())) return null;
    const row = await lease(db, claim)
      .where("id", "=", nextJob(db, claim).forUpdate().skipLocked())
      .returningAll()
      .executeTakeFirst();
    if (row) return row;
  }
}

/** Leases one row. Null when it is not due or somebody else has it. */
export async function claimJob(db: Db, claim: Claim & { id: string }): Promise<OutboxRow | null> {
  const row = await lease(db, claim).where("id", "=", claim.id).returningAll().executeTakeFirst();
  return row ?? null;
}

/** Puts back the rows that dead processes held. Returns how many. */
export async function takeBackLeases(
  db: Db,
  options: { now: Date; isDead: (workerId: string) => boolean },
): Promise<number> {
  const holders = await db
    .selectFrom("outbox")
    .select("leased_by")
    .distinct()
    .where("state", "=", "leased")
    .execute();
  const dead = holders.flatMap(({ leased_by: holder }) => (holder && options.isDead(holder) ? [holder] : []));
  if (dead.length === 0) return 0;
  const result = await db
    .updateTable("outbox")
    .set({
      state: "queued",
      next_attempt_at: options.now.toISOString(),
      leased_by: null,
      leased_until: null,
    })
    .where("state", "=", "leased")
    .where("leased_by", "in", dead)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
