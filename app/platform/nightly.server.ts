import type { Clock } from "./clock.ts";
import type { Db } from "./database.server.ts";
import { formatTime, londonDate, type IsoDate } from "./dates.ts";
import type { Logger } from "./log.server.ts";
import { startRepeating } from "./repeat.server.ts";

const CHECK_MS = 5 * 60_000;
/** After this time a run without a result counts as killed. */
const MAX_DELAY_MS = 2 * 3_600_000;

/** True from the given London hour on, unless the work ran on this London day already. */
export function isNightlyDue(now: Date, hour: number, lastRun: IsoDate | null): boolean {
  const londonHour = Number(formatTime(now.toISOString()).slice(0, 2));
  return londonHour >= hour && lastRun !== londonDate(now);
}

/** Runs `work` once a day, and again while it fails or says that it is not done. `stop()` as `startRepeating`. */
export function startNightly({
  clock,
  log,
  hour,
  work,
}: {
  clock: Clock;
  log: Logger;
  hour: number;
  work(): Promise<boolean>;
}) {
  let lastRun: IsoDate | null = null;
  return startRepeating({
    everyMs: CHECK_MS,
    log,
    failure: "nightly work failed",
    async work() {
      const now = clock.now();
      if (isNightlyDue(now, hour, lastRun) && (await work())) lastRun = londonDate(now);
    },
  });
}

/** Does the night's work in one process only; false when another one is doing it. After a failure another may try. */
export async function withNightlyLock(
  { db, clock }: { db: Db; clock: Clock },
  work: () => Promise<void>,
): Promise<boolean> {
  const now = clock.now();
  const day = londonDate(now);
  const begun_at = now.toISOString();
  const killedBefore = new Date(now.getTime() - MAX_DELAY_MS).toISOString();
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
  // Also later ones, which a clock set ahead has left.
  await db.deleteFrom("nightly_runs").where("day", "!=", day).execute();
  return true;
}
