import { setTimeout } from "node:timers/promises";
import type { Deps } from "#app/deps.server.ts";
import { formatTime, londonDate } from "#app/platform/dates.ts";
import { describeError } from "#app/platform/log.server.ts";

export type JobRun = {
  /** UTC instant at which the last run that succeeded began; null before the first. Interval jobs get null, too. */
  since: string | null;
  isStopping: () => boolean;
};

export type Job = {
  name: string;
  /** Null is once a night, in one process. */
  everyMs: number | null;
  run: (deps: Deps, run: JobRun) => Promise<unknown>;
};

/** Work in each process, again and again, and never twice at once. */
export const every = (everyMs: number, name: string, run: Job["run"]): Job => ({ name, everyMs, run });

/** Work once a night in one process, after the nightly jobs before it in the list. */
export const nightly = (name: string, run: Job["run"]): Job => ({ name, everyMs: null, run });

const CHECK_MS = 5 * 60_000;
/** A run that has not renewed its lease for this long was killed. */
const LEASE_MS = 10 * 60_000;
const RENEW_MS = 60_000;
/** A stop waits this long for work that has begun: the next start does the rest. */
const STOP_MS = 5_000;

type Lease = { name: string; day: string; begunAt: string; since: string | null };

/** Null where the job was done tonight, or another process is doing it. */
async function takeLease({ db, clock }: Pick<Deps, "db" | "clock">, name: string): Promise<Lease | null> {
  const now = clock.now();
  const day = londonDate(now);
  const begunAt = now.toISOString();
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const row = await db
    .insertInto("job_runs")
    .values({ name, done_on: null, begun_at: begunAt, leased_at: begunAt, since: null })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ begun_at: begunAt, leased_at: begunAt })
        .where((eb) =>
          eb.and([
            eb.or([eb("job_runs.done_on", "is", null), eb("job_runs.done_on", "!=", day)]),
            eb.or([
              eb("job_runs.leased_at", "is", null),
              eb("job_runs.leased_at", "<", at(-LEASE_MS)),
              // A clock set ahead has left it.
              eb("job_runs.leased_at", ">", at(LEASE_MS)),
            ]),
          ]),
        ),
    )
    .returning(["since"])
    .executeTakeFirst();
  return row ? { name, day, begunAt, since: row.since } : null;
}

/** Does a nightly job in this process. Null when another one is doing it, true when it is done tonight. After a failure
 * anybody may try again. */
export async function runNightly(
  deps: Deps,
  job: Job,
  isStopping: JobRun["isStopping"] = () => false,
): Promise<boolean | null> {
  const { db, clock, log } = deps;
  const lease = await takeLease(deps, job.name);
  const row = db.selectFrom("job_runs").select("done_on").where("name", "=", job.name);
  if (!lease) return (await row.executeTakeFirst())?.done_on === londonDate(clock.now()) ? true : null;
  const mine = db.updateTable("job_runs").where("name", "=", job.name).where("begun_at", "=", lease.begunAt);
  const renew = () => mine.set({ leased_at: clock.now().toISOString() }).execute();
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS).unref();
  try {
    await job.run(deps, { since: lease.since, isStopping });
    if (isStopping()) {
      await mine.set({ leased_at: null }).execute();
      return false;
    }
    await mine.set({ done_on: lease.day, since: lease.begunAt, leased_at: null }).execute();
    return true;
  } catch (error) {
    log.error("nightly work failed", { job: job.name, ...describeError(error) });
    await mine.set({ leased_at: null }).execute();
    return false;
  } finally {
    clearInterval(timer);
  }
}

/** The night begins at this London hour, and what failed then, or stood still, is done later on the day. */
const isNight = (now: Date, hour: number) => Number(formatTime(now.toISOString()).slice(0, 2)) >= hour;

/** Tries what is due tonight, in order. Work that another process is doing keeps its successors waiting. */
export async function runNight(
  deps: Deps,
  jobs: readonly Job[],
  { hour, isStopping }: { hour: number; isStopping: JobRun["isStopping"] },
): Promise<void> {
  if (!isNight(deps.clock.now(), hour)) return;
  for (const job of jobs) {
    if (isStopping() || (await runNightly(deps, job, isStopping)) === null) return;
  }
}

/** Starts all periodic work. A failure is logged, and the next run comes as usual. */
export function startJobs(deps: Deps, jobs: readonly Job[], { hour }: { hour: number }) {
  let isOver = false;
  const isStopping = () => isOver;
  const running = new Map<string, Promise<unknown>>();
  const repeat = (name: string, everyMs: number, work: () => Promise<unknown>) =>
    setInterval(() => {
      if (running.has(name)) return;
      const run = Promise.resolve()
        .then(work)
        .catch((error: unknown) =>
          deps.log.error("periodic work failed", { job: name, ...describeError(error) }),
        )
        .finally(() => running.delete(name));
      running.set(name, run);
    }, everyMs).unref();
  const timers = jobs.flatMap(({ name, everyMs, run }) =>
    everyMs === null ? [] : [repeat(name, everyMs, () => run(deps, { since: null, isStopping }))],
  );
  const night = jobs.filter(({ everyMs }) => everyMs === null);
  timers.push(repeat("night", CHECK_MS, () => runNight(deps, night, { hour, isStopping })));
  return {
    async stop() {
      isOver = true;
      for (const timer of timers) clearInterval(timer);
      const end = new AbortController();
      await Promise.race([
        Promise.all(running.values()),
        setTimeout(STOP_MS, undefined, { signal: end.signal }).catch(() => {}),
      ]);
      end.abort();
    },
  };
}
