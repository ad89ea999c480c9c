import type { Clock } from "./clock.ts";
import { londonDate } from "./dates.ts";
import type { Db } from "./database.server.ts";

/** A run that ended without a word was killed: another may begin after this time. */
const LONGEST_MS = 2 * 3_600_000;

/**
 * Does a night's work in one of the processes on the database. Resolves to false when another one is at it: what it does
 * may still fail. A failure gives the turn up and is thrown.
 */
export async function inNightlyTurn(
  { db, clock }: { db: Db; clock: Clock },
  work: () => Promise<void>,
): Promise<boolean> {
  const now = clock.now();
  const day = londonDate(now);
  const begun_at = now.toISOString();
  const killedBefore = new Date(now.getTime() - LONGEST_MS).toISOString();
  const mine = await db
    .insertInto("nightly_runs")
    .values({ day, begun_at, finished_at: null })
    .onConflict((conflict) =>
      conflict
        .column("day")
        .doUpdateSet({ begun_at })
        .where("nightly_runs.finished_at", "is", null)
        .where("nightly_runs.begun_at", "<", killedBefore),
    )
    .returning("day")
    .executeTakeFirst();
  if (!mine) {
    const other = await db
      .selectFrom("nightly_runs")
      .select("finished_at")
      .where("day", "=", day)
      .executeTakeFirst();
    return Boolean(other?.finished_at);
  }
  try {
    await work();
  } catch (error) {
    await db.deleteFrom("nightly_runs").where("day", "=", day).where("finished_at", "is", null).execute();
    throw error;
  }
  await db
    .updateTable("nightly_runs")
    .set({ finished_at: clock.now().toISOString() })
    .where("day", "=", day)
    .execute();
  await db.deleteFrom("nightly_runs").where("day", "<", day).execute();
  return true;
}
