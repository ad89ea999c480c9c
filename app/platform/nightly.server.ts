import type { Clock } from "./clock.ts";
import type { Db } from "./database.server.ts";
import { formatTime, londonDate, type IsoDate } from "./dates.ts";
import { describeError, type Logger } from "./log.server.ts";

const CHECK_MS = 5 * 60_000;
/** After this time a run without a result counts as killed. */
const MAX_DELAY_MS = 2 * 3_600_000;

/** True from the given London hour on, unless the work ran on this London day already. */
export function isNightlyDue(now: Date, hour: number, lastRun: IsoDate | null): boolean {
  const londonHour = Number(formatTime(now.toISOString()).slice(0, 2));
  return londonHour >= hour && lastRun !== londonDate(now);
}

/** Runs `work` once a day, and again while it fails or says that it is not done. `stop()` ends it. */
export function startNightly(options: {
  clock: Clock;
  log: Logger;
  hour: number;
  work(): Promise<boolean>;
}): { stop(): void } {
  let isRunning = false;
  let lastRun: IsoDate | null = null;
  async function check() {
    const now = options.clock.now();
    if (isRunning || !isNightlyDue(now, options.hour, lastRun)) return;
    isRunning = true;
    try {
      if (await options.work()) lastRun = londonDate(now);
    } finally {
      isRunning = false;
    }
  }
  const timer = setInterval(() => {
    check().catch((error: unknown) => options.log.error("nightly work failed", describeError(error)));
  }, CHECK_MS).unref();
  return { stop: () => clearInterval(timer) };
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
